import { beforeAll, expect, it } from '@jest/globals';
import { query, waitFor } from '@haru/testing';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);

it('a deleted account takes its pages along: share link and API answer 404', async () => {
  const [leaving, staying] = [await system.signUp(), await system.signUp()];
  const pathOf = async (token: string) => {
    const { site } = (await (await system.publish('<h1>here</h1>', token)).json()) as { site: { path: string } };
    return site.path;
  };
  const [gone, kept] = [await pathOf(leaving.access_token), await pathOf(staying.access_token)];
  const statusOf = async (path: string) => (await fetch(`${system.origin}/share/${path}`)).status;
  await waitFor(async () => (await statusOf(gone)) === 200, { what: 'the page to be shown' });

  const answer = await system.call('/functions/v1/delete-account', { method: 'POST', token: leaving.access_token });
  expect(answer.status).toBe(200);
  expect((await system.publish('<h1>late</h1>', leaving.access_token)).status).toBe(401);
  await waitFor(async () => (await statusOf(gone)) === 404, { what: 'the page to be gone', timeoutMs: 20_000 });
  expect((await system.call(`/functions/v1/serve-site?path=${gone}`)).status).toBe(404);
  expect(await statusOf(kept)).toBe(200);
  const ofBoth = await query(
    system.sitesDatabaseUrl,
    'SELECT path FROM sites WHERE path = ANY ($1) OR user_id = ANY ($2)',
    [
      [gone, kept],
      [leaving.user.id, staying.user.id],
    ],
  );
  expect(ofBoth).toEqual([{ path: kept }]);
}, 60_000);
