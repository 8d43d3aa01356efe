import { isErrorCode, ServiceError, type ErrorCode, type RequestContext } from '@haru/contracts';
import { spawnTypeScript, startRedis, type TestProcess, type TestRedis } from '@haru/testing';
import { Redis } from 'ioredis';
import { RequestClient, type RequestClientOptions } from '../src/index.js';
import { EXECUTIONS } from './fixtures/messages.js';

export const context: RequestContext = { requestId: 'test-1', caller: { role: 'anon' } };

interface ReplicaOptions {
  maxInFlight?: number;
  drainWithinMs?: number;
  listensOnly?: boolean;
}

/** It has its own Redis, callers in this process, and replicas in processes of their own. `end` ends them all. */
export class Harness {
  private readonly clients: RequestClient[] = [];
  private readonly replicas: TestProcess[] = [];

  private constructor(
    readonly redis: TestRedis,
    /** Tests inspect Redis with it. */
    readonly look: Redis,
  ) {}

  static async start(): Promise<Harness> {
    const redis = await startRedis();
    const look = new Redis(redis.url, { maxRetriesPerRequest: null });
    // Tests stop Redis on purpose.
    look.on('error', () => undefined);
    return new Harness(redis, look);
  }

  async client(options: Omit<RequestClientOptions, 'redisUrl'> = {}): Promise<RequestClient> {
    const client = new RequestClient({ redisUrl: this.redis.url, ...options });
    this.clients.push(client);
    await client.connect();
    return client;
  }

  async replica({ maxInFlight, drainWithinMs, listensOnly }: ReplicaOptions = {}): Promise<TestProcess> {
    const replica = spawnTypeScript(new URL('./fixtures/replica.ts', import.meta.url), {
      env: {
        TEST_REDIS_URL: this.redis.url,
        TEST_MAX_IN_FLIGHT: maxInFlight === undefined ? undefined : String(maxInFlight),
        TEST_DRAIN_WITHIN_MS: drainWithinMs === undefined ? undefined : String(drainWithinMs),
        TEST_LISTENS_ONLY: listensOnly ? '1' : undefined,
        LOG_LEVEL: 'info',
      },
    });
    this.replicas.push(replica);
    await replica.waitUntilReady();
    return replica;
  }

  /** Counts the executions of each request. */
  executions(): Promise<Map<string, number>> {
    return this.countExecutions(0);
  }

  /** Counts the requests that each process executed, by its id. */
  executionsByProcess(): Promise<Map<string, number>> {
    return this.countExecutions(1);
  }

  private async countExecutions(by: 0 | 1): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const note of await this.look.smembers(EXECUTIONS)) {
      const name = note.split(' ')[by] ?? '';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  async end(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
    await Promise.all(this.replicas.map((replica) => replica.stop()));
    this.look.disconnect();
    await this.redis.stop();
  }
}

/** Returns `'answered'`, or the code of the call's error. Any error but a `ServiceError` is rethrown. */
export async function outcomeOf(call: Promise<unknown>): Promise<'answered' | ErrorCode> {
  try {
    await call;
    return 'answered';
  } catch (error) {
    if (error instanceof ServiceError && isErrorCode(error.code)) return error.code;
    throw error;
  }
}

export async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('the call was answered');
}

/** Runs calls, `inFlight` at a time, for as long as there are `more`; `ask` gets their numbers. */
export async function load(
  more: (n: number) => boolean,
  inFlight: number,
  ask: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (more(next)) await ask(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
