import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import { createSiteAnswerSchema } from '@haru/contracts';
import { sendJson } from '../bench/harness/api.js';
import { describe, withSystem } from '../bench/harness/bench.js';
import { whileFrozen } from '../bench/harness/processes.js';
import type { System } from '../start/system.js';
import { OwnPage } from './admission/own-page.js';
import { checkWorkers } from './admission/service-workers.js';
import { CONTENT, Visitors } from './admission/visitors.js';
import type { Check } from './check.js';
import { startLike } from './start-like.js';

/** A change of who sees a page must hold on every viewer after this time. */
const WITHIN_MS = 1_000;
const ROUNDS = 5;
/** A state lasts longer than `WITHIN_MS`. */
const STATE_MS = 1_500;
/** Viewers take a state for current for up to 5 s. */
const OUTAGE_MS = 12_000;

/** Who sees a page that is not public: under load, without the database, and in browsers with service workers. */
export async function acceptAdmission(check: Check): Promise<void> {
  await withSystem(
    async (system) => {
      const { pids, viewerUrl } = system.description;
      const viewer = pids['sites-viewer'] ?? 0;
      const [cold, ...others] = await Promise.all([startLike(viewer), startLike(viewer), startLike(viewer)]);
      const ports = [Number(new URL(viewerUrl).port), ...others.map(({ port }) => port)];
      try {
        await checkChanges(check, system, ports);
        await checkOutages(check, system, ports, cold.port);
      } finally {
        for (const { process } of [cold, ...others]) process.kill('SIGKILL');
      }
      await checkWorkers(check, system.description);
    },
    { AUTH_RATE_LIMITS: '100000', OWN_ORIGINS_FOR: 'all' },
  );
}

/** Makes every change in turn, several times. */
async function checkChanges(check: Check, { description }: System, ports: readonly number[]): Promise<void> {
  const page = await publish(description);
  const visitors = new Visitors(page, ports);
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const changes = [
      () => page.change('secret'),
      () => page.renewKey(),
      () => page.change('password'),
      () => page.change('password'),
      () => page.change('secret'),
    ];
    for (const change of changes) await close(page, visitors, ports, change);
    visitors.beginChange();
    await page.change('public');
    visitors.endChange(true);
    await untilShown(page, ports);
  }
  await visitors.stop();
  const { latestMs, ...seen } = visitors.seen;
  const perSecond = Math.round((1_000 * seen.requests) / (performance.now() - startedAt));
  check(
    `no viewer shows the page without admission ${WITHIN_MS} ms after a change`,
    latestMs <= WITHIN_MS && seen.shown > 0,
    { latestMs, ...seen, perSecond, viewers: ports.length },
  );
}

async function checkOutages(check: Check, system: System, ports: readonly number[], cold: number): Promise<void> {
  for (const kind of ['secret', 'password'] as const) {
    for (const how of ['stopped', 'killed'] as const) {
      const page = await publish(system.description);
      await untilShown(page, ports);
      const visitors = new Visitors(page, ports);
      const { postgres = 0 } = (await describe(system)).pids;
      const cookie = await close(page, visitors, ports, () => page.change(kind));
      const during = async () => {
        const without = await page.ask(cold, '/');
        await untilShown(page, [...ports, cold], { cookie });
        check(
          `${kind}, database ${how}: a viewer that never had it shows it to the admitted alone`,
          without.status === 404,
          {
            without: without.status,
          },
        );
        await pause(OUTAGE_MS);
      };
      if (how === 'stopped') await whileFrozen([postgres], during);
      else {
        process.kill(postgres, 'SIGKILL');
        await during();
      }
      // The database answers again.
      await close(page, visitors, ports, () => (kind === 'secret' ? page.renewKey() : page.change(kind)));
      await visitors.stop();
      const { latestMs, ...seen } = visitors.seen;
      check(`${kind}, database ${how}: nothing is shown without admission`, latestMs <= WITHIN_MS && seen.shown > 0, {
        latestMs,
        ...seen,
      });
    }
  }
}

/** Makes a change after which nobody who saw the page sees it. @returns the cookie of a visitor who is let in */
async function close(
  page: OwnPage,
  visitors: Visitors,
  ports: readonly number[],
  change: () => Promise<() => Promise<string>>,
): Promise<string> {
  visitors.beginChange();
  const targetOf = await change();
  visitors.endChange();
  const lasts = pause(STATE_MS);
  const cookie = await visitors.admit(await targetOf());
  await untilShown(page, ports, { cookie });
  await lasts;
  return cookie;
}

async function untilShown(
  page: OwnPage,
  ports: readonly number[],
  headers: Record<string, string> = {},
): Promise<void> {
  for (const port of ports) {
    const isShown = async () => (await page.ask(port, '/', headers)).body.includes(CONTENT);
    await waitFor(isShown, { timeoutMs: 30_000, everyMs: 50, what: 'a viewer to show the page to the admitted' });
  }
}

async function publish(description: System['description']): Promise<OwnPage> {
  const page = { html_content: `<title>closed</title><p>${CONTENT}` };
  const answer = await sendJson(`${description.url}/functions/v1/create-site`, page);
  const { site, session } = createSiteAnswerSchema.parse(answer);
  return new OwnPage(description, session?.access_token ?? '', site.id, site.path);
}
