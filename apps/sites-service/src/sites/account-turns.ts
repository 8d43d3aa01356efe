import { type Caller, ServiceError } from '@haru/contracts';
import { QueueFullError, Semaphore } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';

/** An account gets one of the pool's ten connections: its changes often wait for each other's rows anyway. */
const CONCURRENCY = 1;
/** With its one call these are a quarter of the requests that a replica takes; others would wait behind more. */
const MAX_WAITING = 15;
/** Together with the time for locks and statements this is well within the nine seconds for which a caller waits. */
const MAX_WAIT_MS = 4_000;

/** Bounds how many calls of one account lock rows at the same time, so that other accounts get connections. */
@Injectable()
export class AccountTurns {
  private readonly turns = new Map<string, { semaphore: Semaphore; calls: number }>();

  async take<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const key = caller.role === 'authenticated' ? caller.accountId : caller.role;
    const turn = this.turns.get(key) ?? { semaphore: new Semaphore(CONCURRENCY, MAX_WAITING), calls: 0 };
    this.turns.set(key, turn);
    turn.calls++;
    try {
      return await turn.semaphore.pass(work, AbortSignal.timeout(MAX_WAIT_MS));
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      if (!isLate && !(error instanceof QueueFullError)) throw error;
      // SERVICE_BUSY would tell the gateway to refuse other accounts, too.
      throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: 1, cause: error });
    } finally {
      turn.calls--;
      if (turn.calls === 0) this.turns.delete(key);
    }
  }
}
