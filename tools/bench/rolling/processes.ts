import { readFile } from 'node:fs/promises';
import { waitFor } from '@haru/local-servers';
import { Client } from 'pg';
import type { System, SystemDescription } from '../../start/system.js';
import { withTemporarySystem } from '../../start/temporary-system.js';
import type { RollingSystem } from './rolling-system.js';

const parts = ['AUTH_SERVICE', 'AUTH_WORKER', 'SITES_SERVICE', 'SITES_WORKER', 'FEEDBACK_SERVICE', 'FEEDBACK_WORKER'];
const replicas = Object.fromEntries(parts.map((part) => [`${part}_REPLICAS`, '2']));

/** A system of this machine's own, with two replicas of every service and worker; gateway and viewer are not replaced. */
export async function withProcesses(use: (system: RollingSystem) => Promise<void>): Promise<void> {
  // It is about updates, not about limits; every process reads it from our own environment.
  process.env['AUTH_RATE_LIMITS'] = '10000';
  process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
  process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';
  await withTemporarySystem(
    (line) => console.log(`  ${line}`),
    (system) => {
      const { url, databaseUrls, pids } = system.description;
      const names = Object.keys(pids).filter((name) => /-[12]$/.test(name));
      return use({
        url,
        async replaceAll() {
          for (const name of names) await replace(name, system);
          return names.length;
        },
        titles: (mark) => titlesIn(databaseUrls.sites, mark),
      });
    },
    replicas,
  );
}

const describe = async (system: System): Promise<SystemDescription> =>
  JSON.parse(await readFile(system.descriptionFile, 'utf8')) as SystemDescription;

/** Ends a process as an update does, and waits until the one in its place is ready. */
async function replace(name: string, system: System): Promise<void> {
  const { pids, internalUrls } = await describe(system);
  const pid = pids[name];
  if (!pid) throw new Error(`there is no process ${name}`);
  process.kill(pid, 'SIGTERM');
  await waitFor(async () => (await describe(system)).pids[name] !== pid, {
    timeoutMs: 60_000,
    everyMs: 100,
    what: `${name} to be replaced`,
  });
  await waitFor(() => fetch(`${internalUrls[name]}/health/ready`).then(({ ok }) => ok), {
    timeoutMs: 30_000,
    everyMs: 100,
    what: `${name} to be ready`,
  });
}

async function titlesIn(databaseUrl: string, mark: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ title: string }>('SELECT title FROM sites WHERE title LIKE $1', [`${mark}%`]);
    return rows.map(({ title }) => title);
  } finally {
    await client.end();
  }
}
