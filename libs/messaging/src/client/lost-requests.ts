import type { Redis } from 'ioredis';
import { pushedCounter, takenQuestions } from '../wire/settings.js';
import { takenAnswerSchema, type TakenQuestion } from '../wire/taken-question.js';
import type { PendingCalls } from './pending-calls.js';

const LOOK_EVERY_MS = 400;
/** A replica whose connection is being replaced does not hear a question. */
const MAX_MISSED_ROUNDS = 3;
/** A replica that has not answered by then may be delayed: the round proves nothing. */
const ROUND_MS = 1_000;
/** After a lost connection of this process the replicas may need as long to reconnect. */
const PAUSE_MS = 2_000;

interface Round {
  list: string;
  requests: readonly number[];
  startedAt: number;
  held: Set<number>;
  answers: number;
  /** This many replicas were asked; undefined until Redis has answered. */
  replicas?: number;
}

interface LostRequestsOptions {
  calls: PendingCalls;
  /** Replies go to this address. */
  address: string;
  commands: Redis;
  /** Resolves when every reply that Redis has is read. */
  fetchReplies: () => Promise<void>;
  onLost: (request: number) => void;
  onError: (error: unknown) => void;
}

/**
 * Finds requests that a dead replica had taken, so that their callers need not wait for the deadline. Replicas are
 * asked for requests that are no longer in the list and not answered; a killed process receives no question. A replica
 * answers when it has read what Redis popped for it, and has a request until Redis has its reply. So a request that no
 * replica has, and whose reply is not with Redis either, was lost, however long large packets take.
 */
export class LostRequests {
  private readonly rounds = new Map<number, Round>();
  private readonly timer: NodeJS.Timeout;
  private pausedUntil = 0;

  constructor(private readonly options: LostRequestsOptions) {
    const { commands, onError } = options;
    this.timer = setInterval(() => {
      this.check().catch((error: unknown) => commands.status === 'ready' && onError(error));
    }, LOOK_EVERY_MS).unref();
    commands.on('ready', () => (this.pausedUntil = performance.now() + PAUSE_MS));
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @returns false when the reply does not belong to these questions */
  receive(id: number, reply: unknown): boolean {
    const round = this.rounds.get(id);
    if (!round) return false;
    for (const request of takenAnswerSchema.parse(reply)) round.held.add(request);
    round.answers++;
    void this.settle(id, round);
    return true;
  }

  private async check(): Promise<void> {
    const now = performance.now();
    for (const [id, { startedAt }] of this.rounds) if (now - startedAt > ROUND_MS) this.rounds.delete(id);
    if (this.options.commands.status !== 'ready' || now < this.pausedUntil) return;
    const asked = new Set([...this.rounds.values()].map(({ list }) => list));
    const overdue = this.options.calls.sentBefore(now - LOOK_EVERY_MS).filter(({ list }) => !asked.has(list));
    const byList = Map.groupBy(overdue, ({ list }) => list);
    await Promise.all([...byList].map(([list, sent]) => this.ask(list, sent)));
  }

  private async ask(list: string, sent: readonly { id: number; number: number }[]): Promise<void> {
    const { calls, commands, address } = this.options;
    const [pushed, waiting] = await Promise.all([commands.get(pushedCounter(list)), commands.llen(list)]);
    const last = Number(pushed);
    // A number above the last one means that Redis was emptied since.
    const taken = sent.filter(({ number }) => number <= last - waiting || number > last);
    if (taken.length === 0) return;
    const requests = taken.map(({ id }) => id);
    const id = calls.nextId();
    const round: Round = { list, requests, startedAt: performance.now(), held: new Set(), answers: 0 };
    this.rounds.set(id, round);
    const question: TakenQuestion = { id, replyTo: address, requests };
    round.replicas = await commands.publish(takenQuestions(list), JSON.stringify(question));
    await this.settle(id, round);
  }

  private async settle(id: number, { requests, held, answers, replicas }: Round): Promise<void> {
    if (replicas === undefined || answers < replicas || !this.rounds.delete(id)) return;
    await this.options.fetchReplies();
    for (const request of requests) {
      const missed = this.options.calls.noteRound(request, held.has(request));
      if (missed >= MAX_MISSED_ROUNDS) this.options.onLost(request);
    }
  }
}
