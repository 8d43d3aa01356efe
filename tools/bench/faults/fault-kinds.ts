import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { SystemDescription } from '../../start/system.js';

const FAULT_MS = 10_000;

export interface Fault {
  name: string;
  /** After its end everything must work again within so many seconds. */
  maxSeconds: number;
  /** Causes it, and resolves when it has ended. */
  cause(system: SystemDescription): Promise<void>;
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

/** A server that is stopped says nothing and closes nothing, as one whose host is lost. */
async function freeze(pid: number): Promise<void> {
  const family = [pid, ...childrenOf(pid)];
  try {
    for (const one of family) process.kill(one, 'SIGSTOP');
    await delay(FAULT_MS);
  } finally {
    for (const one of family) process.kill(one, 'SIGCONT');
  }
}

function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

const pidOf = ({ pids }: SystemDescription, name: string): number => {
  const pid = pids[name];
  if (!pid) throw new Error(`there is no process ${name}`);
  return pid;
};

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
    name: 'workers killed',
    maxSeconds: 30,
    async cause({ pids }) {
      for (const [name, pid] of Object.entries(pids)) if (name.includes('-worker')) process.kill(pid, 'SIGKILL');
    },
  },
];
