import { sendOddCalls } from '@haru/testing';
import { z } from 'zod';
import { bearer, sendJson } from '../bench/harness/api.js';
import { withSystem } from '../bench/harness/bench.js';
import { residentMib } from '../bench/harness/processes.js';
import type { Check } from './check.js';

const CASES = 5_000;
/** A gateway that leaked these bodies would need more memory than this. */
const MAX_GROWTH_MIB = 256;

const publishedSchema = z.object({
  site: z.object({ id: z.uuid(), path: z.string() }),
  session: z.object({ access_token: z.string() }),
});

/** Sends odd requests to `/`, the sources of pages and the keys: none may fail, hang, or take memory for good. */
export async function acceptFuzz(check: Check): Promise<void> {
  await withSystem(
    async ({ description: { url, pids } }) => {
      const post = (path: string, body: object, token?: string) =>
        sendJson(url + path, body, token === undefined ? {} : bearer(token));
      const published = publishedSchema.parse(await post('/functions/v1/create-site', { html_content: '<h1>x</h1>' }));
      const { site, session } = published;
      const token = session.access_token;
      const asked = { name: 'fuzz', scopes: ['read', 'publish', 'edit', 'delete'] };
      const made = z.object({ api_key: z.object({ key: z.string() }) });
      const { api_key: apiKey } = made.parse(await post('/functions/v1/api-keys', asked, token));
      const edit = z.object({ edit_key: z.string() });
      const { edit_key: editKey } = edit.parse(await post('/functions/v1/edit-keys', { id: site.id }, token));
      const gateway = pids['gateway'] ?? 0;
      const before = residentMib(gateway);
      const { faults, statuses } = await sendOddCalls({
        origin: url,
        credentials: [apiKey.key, apiKey.key, editKey, token, `${editKey}x`],
        paths: [site.path, 'no-such'],
        count: CASES,
        concurrency: 12,
        seed: Number(process.env['FUZZ_SEED'] ?? 1),
      });
      check(`${CASES} odd requests have an answer without a fault`, faults.length === 0, faults.slice(0, 5));
      check(
        'they were meaningful',
        [200, 201, 400, 401, 403, 404].every((one) => statuses.has(one)),
        [...statuses],
      );
      const growth = Math.round(residentMib(gateway) - before);
      check('the gateway keeps little of them', growth < MAX_GROWTH_MIB, `${growth} MiB`);
    },
    { AUTH_RATE_LIMITS: '100000' },
  );
}
