/**
 * Every service and worker replaced, one process after the other, under mixed traffic at a steady rate: no request may
 * fail, and no publish may be lost or doubled. Two replicas of each, as in production.
 */
import { readFile } from 'node:fs/promises';
import { waitFor } from '@haru/testing';
import { Client } from 'pg';
import type { System, SystemDescription } from '../start/system.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { Traffic } from './rolling/traffic.js';

const PER_SECOND = Number(process.env['ROLLING_RATE'] ?? 20);
/** At least so long; longer if it takes longer to replace everything once. */
const SECONDS = Number(process.env['ROLLING_SECONDS'] ?? 60);
const parts = ['AUTH_SERVICE', 'AUTH_WORKER', 'SITES_SERVICE', 'SITES_WORKER', 'FEEDBACK_SERVICE', 'FEEDBACK_WORKER'];
const replicas = Object.fromEntries(parts.map((part) => [`${part}_REPLICAS`, '2']));

// It is about updates, not about limits; every process reads it from our own environment.
process.env['AUTH_RATE_LIMITS'] = '10000';

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
  await waitFor(
    () =>
      fetch(`${internalUrls[name]}/health/ready`)
        .then(({ ok }) => ok)
        .catch(() => false),
    {
      timeoutMs: 30_000,
      everyMs: 100,
      what: `${name} to be ready`,
    },
  );
}

/** Titles of the run's pages, as the database has them. */
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

let isWell = true;
await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async (system) => {
    const { url, databaseUrls, pids } = system.description;
    const traffic = new Traffic(url);
    await traffic.prepare();
    const stop = new AbortController();
    const sending = traffic.send(PER_SECOND, stop.signal);
    const names = Object.keys(pids).filter((name) => /-[12]$/.test(name));
    const started = Date.now();
    let replaced = 0;
    do {
      for (const name of names) {
        await replace(name, system);
        replaced++;
      }
    } while (Date.now() - started < SECONDS * 1000);
    stop.abort();
    await sending;

    const titles = await titlesIn(databaseUrls.sites, traffic.mark);
    const lost = traffic.published.filter((title) => !titles.includes(title)).length;
    const doubled = titles.length - new Set(titles).size;
    console.log(`\n${replaced} processes replaced in ${Math.round((Date.now() - started) / 1000)} s\n`);
    console.log(
      `${'request'.padEnd(10)}${['sent', 'failed', 'p50 ms', 'p99 ms', 'most ms'].map((head) => head.padStart(10)).join('')}`,
    );
    for (const [kind, outcome] of traffic.outcomes) {
      const figures = [
        outcome.times.length,
        outcome.failed,
        ...[0.5, 0.99, 1].map((share) => Math.round(outcome.quantile(share))),
      ];
      console.log(kind.padEnd(10) + figures.map((figure) => String(figure).padStart(10)).join(''));
      for (const [reason, times] of outcome.reasons) console.log(`  ${times} × ${reason}`);
      isWell &&= outcome.failed === 0;
    }
    console.log(`\n${traffic.published.length} pages published, ${lost} lost, ${doubled} doubled`);
    isWell &&= lost === 0 && doubled === 0;
  },
  replicas,
);
process.exit(isWell ? 0 : 1);
