import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext, ServiceName } from '@haru/contracts';
import { GroupCommit } from '@haru/database';
import { inRequestScope, withSpan, withSpans, scopeOf, Semaphore } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import { enterInbox } from './inbox.js';
import { canHandleTogether, changesRows, changesRowsTogether, runsEffects } from './when-event.js';
import type { TableEntry } from './worker-table.js';

/** After a group its workers pause as long as it took, at most so long, because publishing may need the processor. */
const MAX_REST_MS = 100;

/** An event's payload has been checked. */
interface ReceivedEvent {
  eventId: string;
  payload: unknown;
  context: RequestContext;
}

interface EventHandlerOptions {
  service: ServiceName;
  dataSource: DataSource;
  /** So many transactions are concurrent. */
  concurrency: number;
}

/** Has each event handled once, alone or grouped, in a transaction; effects outside Postgres run before it. */
export class EventHandler {
  private readonly turns: Semaphore;
  private readonly groups = new Map<string, GroupCommit<ReceivedEvent, void>>();

  constructor(
    private readonly options: EventHandlerOptions,
    table: ReadonlyMap<string, TableEntry>,
  ) {
    this.turns = new Semaphore(options.concurrency);
    for (const [name, entry] of table) {
      if (canHandleTogether(entry.worker)) this.groups.set(name, this.groupOf(entry));
    }
  }

  /** @throws what the event's worker throws; the event then counts as not handled */
  handle(entry: TableEntry, received: ReceivedEvent): Promise<void> {
    return this.groups.get(entry.event.name)?.add(received) ?? this.handleAlone(entry, received);
  }

  private groupOf(entry: TableEntry): GroupCommit<ReceivedEvent, void> {
    let restUntil = 0;
    return new GroupCommit({
      commit: async (group) => {
        const [first] = group;
        if (first && group.length === 1) return [await this.handleAlone(entry, first)];
        const rest = restUntil - performance.now();
        if (rest > 0) await pause(rest);
        const began = performance.now();
        await this.turns.pass(() => this.handleBatch(entry, group));
        restUntil = performance.now() + Math.min(performance.now() - began, MAX_REST_MS);
        return group.map(() => undefined);
      },
      isRefusal: () => true,
      concurrency: 1,
    });
  }

  private handleAlone({ event, worker }: TableEntry, { eventId, payload, context }: ReceivedEvent): Promise<void> {
    return this.turns.pass(() =>
      withSpan('consumer', `handle ${event.name}`, context, (traced) =>
        inRequestScope(scopeOf(traced), async () => {
          if (runsEffects(worker)) await worker.runEffects([payload]);
          await this.options.dataSource.transaction(async (manager) => {
            const entered = await enterInbox(manager, [eventId], this.options.service);
            if (!entered.has(eventId) || !changesRows(worker)) return;
            await worker.handle(payload, { manager, context: traced, eventId });
          });
        }),
      ),
    );
  }

  private handleBatch({ event, worker }: TableEntry, group: readonly ReceivedEvent[]): Promise<void> {
    return withSpans(
      'consumer',
      () => `handle ${event.name}`,
      group,
      async () => {
        if (runsEffects(worker)) await worker.runEffects(group.map(({ payload }) => payload));
        await this.options.dataSource.transaction(async (manager) => {
          const ids = group.map(({ eventId }) => eventId);
          const entered = await enterInbox(manager, ids, this.options.service);
          const fresh = group.filter(({ eventId }) => entered.has(eventId));
          if (fresh.length === 0 || !changesRowsTogether(worker)) return;
          await worker.handleBatch(
            fresh.map(({ payload }) => payload),
            manager,
          );
        });
      },
    );
  }
}
