import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { query } from '@haru/testing';
import { Redis } from 'ioredis';
import type { SystemDescription } from '../../start/system.js';
import { whileFrozen } from '../harness/processes.js';

const FAULT_MS = 10_000;

export interface Fault {
  name: string;
  /** After its end everything must work again within so many seconds. */
  maxSeconds: number;
  /** Causes it, and resolves when it has ended. @param dataDirectory where the system keeps its files */
  cause(system: SystemDescription, dataDirectory: string): Promise<void>;
}

/** Sends a statement to each database with the services' own role. */
async function inEachDatabase({ databaseUrls }: SystemDescription, statement: string): Promise<void> {
  // One text is one transaction, which must be allowed to write.
  const text = `SET TRANSACTION READ WRITE; ${statement}`;
  for (const url of Object.values<string>({ ...databaseUrls })) await query(url, text);
}

const endBackends = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`;

function pidsOf({ pids }: SystemDescription, names: RegExp): number[] {
  // Services may share a process.
  const found = [...new Set(Object.keys(pids).flatMap((name) => (names.test(name) ? [pids[name] ?? 0] : [])))];
  if (found.length === 0) throw new Error(`there is no process ${names.source}`);
  return found;
}

const freeze = (system: SystemDescription, names: RegExp): Promise<void> =>
  whileFrozen(pidsOf(system, names), () => delay(FAULT_MS));

async function kill(system: SystemDescription, names: RegExp): Promise<void> {
  for (const pid of pidsOf(system, names)) process.kill(pid, 'SIGKILL');
}

export const faultKinds: readonly Fault[] = [
  { name: 'Redis silent for 10 s', maxSeconds: 5, cause: (system) => freeze(system, /^redis$/) },
  { name: 'Postgres connections ended', maxSeconds: 30, cause: (system) => inEachDatabase(system, endBackends) },
  {
    name: 'Postgres read-only for 10 s',
    maxSeconds: 5,
    async cause(system) {
      await inEachDatabase(system, `ALTER ROLE CURRENT_USER SET default_transaction_read_only = on; ${endBackends}`);
      await delay(FAULT_MS);
      await inEachDatabase(system, 'ALTER ROLE CURRENT_USER RESET default_transaction_read_only');
    },
  },
  { name: 'Postgres frozen for 10 s', maxSeconds: 5, cause: (system) => freeze(system, /^postgres$/) },
  {
    name: 'Redis emptied',
    maxSeconds: 30,
    async cause({ redisUrl }) {
      const redis = new Redis(redisUrl);
      await redis.flushall();
      redis.disconnect();
    },
  },
  {
    name: 'storage unavailable for 10 s',
    maxSeconds: 5,
    async cause(system, dataDirectory) {
      const [storage, moved] = [join(dataDirectory, 'html'), join(dataDirectory, 'html-moved')];
      // A file takes its place, so that no process makes the folder again.
      await whileFrozen(pidsOf(system, /^sites-/), async () => {
        await rename(storage, moved);
        await writeFile(storage, '');
      });
      await delay(FAULT_MS);
      await rm(storage);
      await rename(moved, storage);
    },
  },
  { name: 'workers killed', maxSeconds: 30, cause: (system) => kill(system, /-worker/) },
  { name: 'services and viewers killed', maxSeconds: 30, cause: (system) => kill(system, /-service|-viewer/) },
  { name: 'gateway killed', maxSeconds: 30, cause: (system) => kill(system, /gateway/) },
];
