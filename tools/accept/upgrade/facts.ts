import { randomUUID } from 'node:crypto';
import { totp } from '../../../apps/web/e2e/totp.js';
import type { SystemDescription } from '../../start/system.js';

/** Something that must be the same after an upgrade. */
export interface Fact {
  what: string;
  read: () => Promise<unknown>;
  value: unknown;
}

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

interface Site {
  id: string;
  path: string;
  url: string;
}

type Call = <Answer = unknown>(
  path: string,
  options?: { method?: string; token?: string; body?: object },
) => Promise<Answer>;

const PASSWORD = 'correct horse battery staple';

/** Calls the gateway of a system as the release 0.2.0 answers it. */
function callerOf({ url, anonKey }: SystemDescription): Call {
  return async <Answer>(path: string, { method, token, body }: Parameters<Call>[1] = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        apikey: anonKey,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(body && 'idempotencyKey' in body ? { 'idempotency-key': String(body.idempotencyKey) } : {}),
      },
      ...(body ? { body: JSON.stringify({ ...body, idempotencyKey: undefined }) } : {}),
    });
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}

/** Makes accounts, pages of each kind, reports and links in a system. @returns what an upgrade has to keep */
export async function fill(system: SystemDescription): Promise<Fact[]> {
  const call = callerOf(system);
  const admin = system.serviceRoleKey;
  const facts: Fact[] = [];
  const expect = (what: string, value: unknown, read: () => Promise<unknown>) => void facts.push({ what, value, read });
  const keep = async (what: string, read: () => Promise<unknown>) => expect(what, await read(), read);

  const publish = async (token: string, html: string, more: object = {}): Promise<Site> =>
    (await call<{ site: Site }>('/functions/v1/create-site', { token, body: { html_content: html, ...more } })).site;
  const shown = async ({ url, path }: Site) => ({
    viewer: await fetch(url).then(async (answer) => ({ status: answer.status, html: await answer.text() })),
    source: await call(`/functions/v1/serve-site?path=${path}`),
  });
  const refused =
    ({ url, path }: Site) =>
    async () => ({
      status: (await fetch(url)).status,
      code: (await call<{ code: string }>(`/functions/v1/serve-site?path=${path}`)).code,
      path: await call(`/functions/v1/check-path?path=${path}`),
    });
  const stop = ({ id }: Site) =>
    call(`/admin/v1/sites/${id}/stop`, { token: admin, body: { reason: 'x', everywhere: false } });

  const visitor = await call<Session>('/auth/v1/signup', { body: {} });
  const email = `${randomUUID()}@haru.example`;
  await call('/auth/v1/admin/users', { token: admin, body: { email, password: PASSWORD, email_confirm: true } });
  const signIn = () => call<Session>('/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } });
  const {
    access_token: token,
    user: { id: memberId },
  } = await signIn();

  const key = randomUUID();
  const repeated = () => publish(visitor.access_token, '<h1>やあ</h1>', { idempotencyKey: key });
  const first = await repeated();
  await keep('the page of a visitor', () => shown(first));
  expect('an idempotency key', first.path, async () => (await repeated()).path);
  const large = await publish(token, `<!doctype html><title>1 MiB</title>${'あ'.repeat(340_000)}`);
  await keep('a page of almost 1 MiB', () => shown(large));
  const named = await publish(token, '<h1>1</h1>', { custom_path: `p-${key.slice(0, 8)}`, noindex: true });
  for (const version of [1, 2]) {
    const body = {
      id: named.id,
      html_content: `<h1>${version + 1}</h1>`,
      label: `v${version + 1}`,
      base_version: version,
    };
    await call('/functions/v1/update-site', { token, body });
  }
  await keep('a page with a path of its own and three versions', async () => ({
    shown: await shown(named),
    versions: await call(`/functions/v1/site-versions?id=${named.id}`, { token }),
    first: await call(`/functions/v1/site-version?id=${named.id}&version=1`, { token }),
  }));
  const deleted = await publish(token, '<h1>deleted</h1>');
  await call(`/rest/v1/sites?id=eq.${deleted.id}`, { token, method: 'DELETE' });
  await keep('a deleted page', refused(deleted));
  await keep('the list of deleted pages', async () => idsOf(await call('/functions/v1/deleted-sites', { token })));
  const stopped = await publish(token, '<h1>stopped</h1>');
  await stop(stopped);
  await keep('a stopped page', refused(stopped));
  const gone = await publish(token, '<h1>stopped, then deleted</h1>');
  await stop(gone);
  await call(`/rest/v1/sites?id=eq.${gone.id}`, { token, method: 'DELETE' });
  await keep('a stopped page that was deleted', refused(gone));
  await keep('the list of pages', async () =>
    idsOf(await call(`/rest/v1/sites?select=id&user_id=eq.${memberId}`, { token })),
  );

  const link = await call<{ management_link: { url: string } }>('/functions/v1/management-link', {
    ...{ token: visitor.access_token, method: 'POST' },
  });
  const secret = new URL(link.management_link.url).hash.slice(1);
  expect('a management link', visitor.user.id, async () =>
    userOf((await call<{ session: Session }>('/functions/v1/use-management-link', { body: { secret } })).session),
  );
  const factor = await call<{ id: string; totp: { secret: string } }>('/auth/v1/factors', {
    ...{ token, body: { factor_type: 'totp' } },
  });
  const verify = async (steps: number) => {
    const { id } = await call<{ id: string }>(`/auth/v1/factors/${factor.id}/challenge`, { token, method: 'POST' });
    const body = { challenge_id: id, code: totp(factor.totp.secret, steps) };
    return call<Session>(`/auth/v1/factors/${factor.id}/verify`, { token, body });
  };
  const member = await verify(0);
  for (const [whose, session] of Object.entries({ visitor, member })) {
    const { access_token: accessToken, refresh_token: refreshToken, user } = session;
    expect(`the session of a ${whose}`, user.id, async () => idOf(await call('/auth/v1/user', { token: accessToken })));
    expect(`the refresh token of a ${whose}`, user.id, async () =>
      userOf(await call('/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })),
    );
  }
  // Each code counts once.
  expect('a second factor', memberId, async () => userOf(await verify(1)));
  expect('a password', memberId, async () => userOf(await signIn()));
  await call('/functions/v1/recovery-codes', { token, method: 'POST' });
  await keep('recovery codes', () => call('/functions/v1/recovery-codes', { token }));

  await call('/functions/v1/report-site', { token, body: { path: large.path, kind: 'other', description: 'x' } });
  await keep('a case', async () => idsOf(await call('/admin/v1/cases', { token: admin })));
  await call('/functions/v1/submit-feedback', { token, body: { type: 'other', title: 'x', description: 'x' } });
  await keep('a report', async () => idsOf(await call('/admin/v1/reports', { token: admin })));
  await keep('the signing keys', () => call('/auth/v1/.well-known/jwks.json'));
  return facts;
}

/** Finds every `id` in an answer, since later releases add fields. */
function idsOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(idsOf).sort();
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) => (name === 'id' ? [String(value)] : idsOf(value)));
}

const idOf = (user: unknown): string | undefined => (user as { id?: string }).id;
const userOf = (session: unknown): string | undefined => (session as Partial<Session>).user?.id;
