import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { SystemDescription } from '../../start/system.js';
import { whileFrozen } from '../common/freeze.js';

const FAULT_MS = 10_000;

export interface Fault {
  name: string;
  /** After its end everything must work again within so many seconds. */
  maxSeconds: number;
  /** Causes it, and resolves when it has ended. @param dataDirectory where the system keeps its files */
  cause(system: SystemDescription, dataDirectory: string): Promise<void>;
}

/** What each database is told with the services' own role. */
async function inEachDatabase({ databaseUrls }: SystemDescription, statement: string): Promise<void> {
  for (const connectionString of Object.values<string>({ ...databaseUrls })) {
    const client = new Client({ connectionString });
    await client.connect();
    try {
      // In one text, and so in one transaction, which must be allowed to write.
      await client.query(`SET TRANSACTION READ WRITE; ${statement}`);
    } finally {
      await client.end();
    }
  }
}

const endBackends = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`;

const freeze = (pid: number): Promise<void> => whileFrozen([pid], () => delay(FAULT_MS));

const pidOf = ({ pids }: SystemDescription, name: string): number => {
  const pid = pids[name];
  if (!pid) throw new Error(`there is no process ${name}`);
  return pid;
};

const pidsOf = ({ pids }: SystemDescription, names: RegExp): number[] =>
  Object.entries(pids).flatMap(([name, pid]) => (names.test(name) ? [pid] : []));

function kill(system: SystemDescription, names: RegExp): Promise<void> {
  for (const pid of pidsOf(system, names)) process.kill(pid, 'SIGKILL');
  return Promise.resolve();
}

export const faultKinds: readonly Fault[] = [
  {
    name: 'Redis silent for 10 s',
    maxSeconds: 5,
    cause: (system) => freeze(pidOf(system, 'redis')),
  },
  {
    name: 'Postgres connections ended',
    maxSeconds: 30,
    cause: (system) => inEachDatabase(system, endBackends),
  },
  {
    name: 'Postgres read-only for 10 s',
    maxSeconds: 5,
    async cause(system) {
      await inEachDatabase(system, `ALTER ROLE CURRENT_USER SET default_transaction_read_only = on; ${endBackends}`);
      await delay(FAULT_MS);
      await inEachDatabase(system, 'ALTER ROLE CURRENT_USER RESET default_transaction_read_only');
    },
  },
  {
    name: 'Postgres frozen for 10 s',
    maxSeconds: 5,
    cause: (system) => freeze(pidOf(system, 'postgres')),
  },
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
    name: 'storage away for 10 s',
    maxSeconds: 5,
    async cause(system, dataDirectory) {
      const [storage, away] = [join(dataDirectory, 'html'), join(dataDirectory, 'html-away')];
      // A file in its place, so that the folder is not made again, which no process may do in between.
      await whileFrozen(pidsOf(system, /^sites-/), async () => {
        await rename(storage, away);
        await writeFile(storage, '');
      });
      await delay(FAULT_MS);
      await rm(storage);
      await rename(away, storage);
    },
  },
  { name: 'workers killed', maxSeconds: 30, cause: (system) => kill(system, /-worker/) },
  { name: 'services and viewers killed', maxSeconds: 30, cause: (system) => kill(system, /-service|-viewer/) },
  { name: 'gateway killed', maxSeconds: 30, cause: (system) => kill(system, /gateway/) },
];
