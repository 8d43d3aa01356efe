/**
 * Every process replaced, one after the other, under mixed traffic at a steady rate: no request may fail, and no publish
 * may be lost or doubled. On a system of its own, two replicas of each service and worker, as in production;
 * `ROLLING_ON=compose` takes the running one of docker-compose.yml, and replaces gateway, viewer and web in it too.
 */
import { randomUUID } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import { containerOf, docker } from '../compose/containers.js';
import { containersToReplace, replaceContainer } from '../compose/replace.js';
import type { System } from '../start/system.js';
import { fetchText, lossesOf, publishPage, titlesIn } from './harness/api.js';
import { type Bench, describe, replicas, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import { sendMix } from './harness/traffic.js';

const PER_SECOND = setting('ROLLING_RATE', 20);
/** It lasts longer if it takes longer to replace everything once. */
const MIN_SECONDS = setting('ROLLING_SECONDS', 60);

/**
 * @param replaceAll puts a new process in the place of each, one after the other, and returns how many
 * @param titles returns the titles of the sites that begin so, as the database has them
 */
async function roll(
  bench: Bench,
  url: string,
  replaceAll: () => Promise<number>,
  titles: (mark: string) => Promise<string[]>,
): Promise<void> {
  const mark = randomUUID();
  const published: string[] = [];
  let count = 0;
  const publish = async () => {
    const title = `${mark} ${count++}`;
    const page = await publishPage(url, `<!doctype html><title>${title}</title><p>published meanwhile`);
    published.push(title);
    return page;
  };
  const { path, url: pageUrl } = await publish();
  const mix = {
    share: { perSecond: PER_SECOND * 0.5, ask: () => fetchText(`${url}${new URL(pageUrl).pathname}`) },
    read: { perSecond: PER_SECOND * 0.2, ask: () => fetchText(`${url}/functions/v1/serve-site?path=${path}`) },
    config: { perSecond: PER_SECOND * 0.1, ask: () => fetchText(`${url}/config.json`) },
    app: { perSecond: PER_SECOND * 0.1, ask: () => fetchText(`${url}/`) },
    publish: { perSecond: PER_SECOND * 0.1, ask: publish },
  };
  const stop = new AbortController();
  const sending = sendMix(mix, stop.signal, bench);
  const started = Date.now();
  let replaced = 0;
  try {
    do replaced += await replaceAll();
    while (Date.now() - started < MIN_SECONDS * 1000);
  } finally {
    stop.abort();
    await sending;
    say(`${replaced} processes replaced in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  const { lost, doubled } = lossesOf(published, await titles(mark));
  bench.row('pages', 'published').show({ count: published.length }).none('lost', lost).none('doubled', doubled);
}

/** Ends a process as an update does, and waits until the one in its place is ready. */
async function replace(name: string, system: System): Promise<void> {
  const { pids, internalUrls } = await describe(system);
  const pid = pids[name];
  if (!pid) throw new Error(`there is no process ${name}`);
  process.kill(pid, 'SIGTERM');
  const isReplaced = async () => (await describe(system)).pids[name] !== pid;
  await waitFor(isReplaced, { timeoutMs: 60_000, everyMs: 100, what: `${name} to be replaced` });
  const isReady = () => fetch(`${internalUrls[name]}/health/ready`).then(({ ok }) => ok);
  await waitFor(isReady, { timeoutMs: 30_000, everyMs: 100, what: `${name} to be ready` });
}

/** Gateway and viewer of this machine's own system are not replaced. */
const withProcesses = (bench: Bench): Promise<void> =>
  withUnlimitedSystem((system) => {
    const { url, databaseUrls, pids } = system.description;
    const names = Object.keys(pids).filter((name) => /-[12]$/.test(name));
    const replaceAll = async () => {
      for (const name of names) await replace(name, system);
      return names.length;
    };
    return roll(bench, url, replaceAll, (mark) => titlesIn(databaseUrls.sites, mark));
  }, replicas(2));

/** The system that runs under Compose, as it is scaled; its AUTH_RATE_LIMITS must let the traffic through. */
async function withContainers(bench: Bench): Promise<void> {
  const [gateway, postgres] = await Promise.all([containerOf('gateway'), containerOf('postgres')]);
  const replaceAll = async () => {
    const containers = await containersToReplace();
    for (const container of containers) {
      await replaceContainer(container);
      say(`${new Date().toISOString()} ${container.name} is replaced`);
    }
    return containers.length;
  };
  const titles = async (mark: string) => {
    // A mark is a UUID, so it needs no quoting.
    const query = `SELECT title FROM sites WHERE title LIKE '${mark}%'`;
    const rows = await docker('exec', postgres.id, 'psql', '-U', 'postgres', '-d', 'haru_sites', '-tAc', query);
    return rows.split('\n').filter(Boolean);
  };
  await roll(bench, gateway.environment['PUBLIC_ORIGIN'] ?? '', replaceAll, titles);
}

await runBench('No request failed, and every page was published once.', (bench) =>
  process.env['ROLLING_ON'] === 'compose' ? withContainers(bench) : withProcesses(bench),
);
