/**
 * Every process replaced, one after the other, under mixed traffic at a steady rate: no request may fail, and no publish
 * may be lost or doubled. On a system of its own, two replicas of each service and worker, as in production;
 * `ROLLING_ON=compose` takes the running one of docker-compose.yml, and replaces gateway, viewer and web in it too.
 */
import { withContainers } from './rolling/containers.js';
import { withProcesses } from './rolling/processes.js';
import type { RollingSystem } from './rolling/rolling-system.js';
import { Traffic } from './rolling/traffic.js';

const PER_SECOND = Number(process.env['ROLLING_RATE'] ?? 20);
/** At least so long; longer if it takes longer to replace everything once. */
const SECONDS = Number(process.env['ROLLING_SECONDS'] ?? 60);

/** @returns whether all went well */
async function roll(system: RollingSystem): Promise<boolean> {
  const traffic = new Traffic(system.url);
  await traffic.prepare();
  const stop = new AbortController();
  const sending = traffic.send(PER_SECOND, stop.signal);
  const started = Date.now();
  let replaced = 0;
  try {
    do replaced += await system.replaceAll();
    while (Date.now() - started < SECONDS * 1000);
  } finally {
    stop.abort();
    await sending;
    console.log(`\n${replaced} processes replaced in ${Math.round((Date.now() - started) / 1000)} s\n`);
    report(traffic);
  }
  const titles = await system.titles(traffic.mark);
  const lost = traffic.published.filter((title) => !titles.includes(title)).length;
  const doubled = titles.length - new Set(titles).size;
  console.log(`\n${traffic.published.length} pages published, ${lost} lost, ${doubled} doubled`);
  return lost === 0 && doubled === 0 && [...traffic.outcomes.values()].every(({ failed }) => failed === 0);
}

function report({ outcomes }: Traffic): void {
  const row = (name: string, cells: unknown[]): void =>
    console.log(name.padEnd(10) + cells.map((cell) => String(cell).padStart(10)).join(''));
  row('request', ['sent', 'failed', 'p50 ms', 'p99 ms', 'most ms']);
  for (const [kind, outcome] of outcomes) {
    const times = [0.5, 0.99, 1].map((share) => Math.round(outcome.quantile(share)));
    row(kind, [outcome.times.length, outcome.failed, ...times]);
    for (const [reason, count] of outcome.reasons) console.log(`  ${count} × ${reason}`);
  }
}

let isWell = false;
const use = async (system: RollingSystem): Promise<void> => {
  isWell = await roll(system);
};
await (process.env['ROLLING_ON'] === 'compose' ? withContainers(use) : withProcesses(use));
process.exit(isWell ? 0 : 1);
