import type { PayloadOf } from '@haru/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import type { EntityManager } from 'typeorm';
import { WhenEvent, type EventHandling, type HandlesEventsTogether, type RunsEffects } from '../src/index.js';
import { EventSystem } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

type ThingPayload = PayloadOf<typeof thingHappened>;

const EVENTS = 40;

/** It fails for good by itself at one number, and together when that number is among them. */
@WhenEvent(thingHappened)
class WriteEffectsTogether implements HandlesEventsTogether<typeof thingHappened> {
  readonly groups: number[] = [];

  constructor(private readonly bad?: number) {}

  async handle({ n }: ThingPayload, { manager }: EventHandling): Promise<void> {
    await this.write([n], manager);
    if (n === this.bad) throw new Error('not this one');
  }

  async handleBatch(payloads: readonly ThingPayload[], manager: EntityManager): Promise<void> {
    this.groups.push(payloads.length);
    const numbers = payloads.map(({ n }) => n);
    await this.write(numbers, manager);
    if (this.bad !== undefined && numbers.includes(this.bad)) throw new Error('not together with that one');
  }

  private async write(numbers: number[], manager: EntityManager): Promise<void> {
    await manager.query('INSERT INTO effects (n) SELECT unnest($1::int[])', [numbers]);
  }
}

/** Its effect outside Postgres waits for `gate`; its row is refused the first time. */
@WhenEvent(thingHappened)
class RunEffectsFirst implements HandlesEventsTogether<typeof thingHappened>, RunsEffects<typeof thingHappened> {
  readonly outside: number[] = [];
  private refusals = 1;

  constructor(private readonly gate: Promise<void>) {}

  async runEffects(payloads: readonly ThingPayload[]): Promise<void> {
    this.outside.push(...payloads.map(({ n }) => n));
    await this.gate;
  }

  async handle({ n }: ThingPayload, { manager }: EventHandling): Promise<void> {
    if (this.refusals-- > 0) throw new Error('not yet');
    await this.handleBatch([{ n }], manager);
  }

  async handleBatch(payloads: readonly ThingPayload[], manager: EntityManager): Promise<void> {
    await manager.query('INSERT INTO effects (n) SELECT unnest($1::int[])', [payloads.map(({ n }) => n)]);
  }
}

/** It has effects only, which fail at one number. */
@WhenEvent(thingHappened)
class RunEffectsTogether implements RunsEffects<typeof thingHappened> {
  readonly groups: number[] = [];
  readonly outside = new Set<number>();

  constructor(private readonly bad: number) {}

  async runEffects(payloads: readonly ThingPayload[]): Promise<void> {
    this.groups.push(payloads.length);
    const numbers = payloads.map(({ n }) => n);
    if (numbers.includes(this.bad)) throw new Error('not this one');
    for (const n of numbers) this.outside.add(n);
  }
}

describe('events that come at the same time', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  const numbers = async () => (await system.effects()).map(({ n }) => n).sort((a, b) => a - b);
  const all = Array.from({ length: EVENTS }, (_, n) => n);
  const publishAll = () => Promise.all(all.map((n) => system.publish(`site-${n}`, n)));

  it('are handled in few transactions, each event once', async () => {
    await publishAll();
    const worker = new WriteEffectsTogether();
    await system.relay();
    await system.consumer(undefined, { workers: [worker] });
    await system.waitForEmptyOutbox();
    expect(await numbers()).toEqual(all);
    expect(worker.groups.length).toBeGreaterThan(0);
    expect(Math.max(...worker.groups)).toBeGreaterThan(1);
  });

  it('do not fail with one of them: nothing of the group counts, and each is handled by itself', async () => {
    await publishAll();
    await system.relay();
    await system.consumer(undefined, { workers: [new WriteEffectsTogether(7)] });
    await system.waitForJobs('failed', 1);
    await system.waitForEffects(EVENTS - 1);
    expect(await numbers()).toEqual(all.filter((n) => n !== 7));
    await waitFor(async () => (await system.outboxCount()) === 1, { what: 'the rows of those done to go' });
  });

  it('run effects together, and each by itself where one of them fails', async () => {
    await publishAll();
    const worker = new RunEffectsTogether(7);
    await system.relay();
    await system.consumer(undefined, { workers: [worker] });
    await system.waitForJobs('failed', 1);
    await waitFor(async () => (await system.outboxCount()) === 1, { what: 'the rows of those done to go' });
    expect(Math.max(...worker.groups)).toBeGreaterThan(1);
    expect([...worker.outside].sort((a, b) => a - b)).toEqual(all.filter((n) => n !== 7));
    const entered = await system.dataSource.query<unknown[]>('SELECT 1 FROM inbox');
    expect(entered).toHaveLength(EVENTS - 1);
  });

  it('are not handled again when they come twice', async () => {
    await publishAll();
    await system.relay({ recheckMs: 100 });
    await system.consumer(undefined, { workers: [new WriteEffectsTogether()] });
    await system.waitForEffects(EVENTS);
    await system.waitForEmptyOutbox();
    const rows = await system.dataSource.query<{ event_id: string }[]>('SELECT event_id FROM inbox');
    await system.queue.obliterate({ force: true });
    await system.queue.addBulk(
      rows.map(({ event_id: eventId }, n) => ({
        name: thingHappened.name,
        data: {
          eventId,
          aggregateId: `site-${n}`,
          payload: { n },
          context: { requestId: 'again', caller: { role: 'service_role' } },
        },
      })),
    );
    await system.waitForJobs('completed', EVENTS);
    expect(await numbers()).toEqual(all);
  });

  it('run effects outside Postgres before any transaction is open, and again when the rows are refused', async () => {
    const gate = Promise.withResolvers<void>();
    const worker = new RunEffectsFirst(gate.promise);
    await publishAll();
    await system.relay();
    await system.consumer(undefined, { workers: [worker] });
    await waitFor(() => worker.outside.length > 0, { what: 'effects outside Postgres' });
    const open = await system.dataSource.query<{ query: string }[]>(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
    gate.resolve();
    await system.waitForEmptyOutbox();
    expect(await numbers()).toEqual(all);
    expect([...new Set(worker.outside)].sort((a, b) => a - b)).toEqual(all);
    expect(worker.outside.length).toBeGreaterThan(all.length);
  });
});
