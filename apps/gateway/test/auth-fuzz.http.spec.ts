import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { query, seededNumbers } from '@haru/testing';
import { type People, type Registered, startPeople } from './people.js';

const CASES = 5_200;
const CONCURRENCY = 12;
const ANSWER_WITHIN_MS = 15_000;
const SEED = 20_261_121;

let people: People;
let bystander: Registered;
let caller: Registered;

beforeAll(async () => {
  people = await startPeople({ AUTH_RATE_LIMITS: '100000', AUTH_PASSWORD_MAX_WAIT_MS: '5000' });
  [bystander, caller] = [await people.register(), await people.register()];
}, 90_000);
afterAll(() => people.close(), 60_000);

const endpoints: [method: string, path: string][] = [
  ['POST', 'signup'],
  ['POST', 'token?grant_type=password'],
  ['POST', 'token?grant_type=refresh_token'],
  ['POST', 'token?grant_type=pkce'],
  ['POST', 'token?grant_type=id_token'],
  ['POST', 'token?grant_type=web3'],
  ['POST', 'token'],
  ['POST', 'otp'],
  ['POST', 'recover'],
  ['POST', 'resend'],
  ['POST', 'verify'],
  ['GET', 'verify'],
  ['GET', 'verify?type=signup&token='],
  ['GET', 'verify?type=recovery&token=pkce_'],
  ['GET', 'user'],
  ['PUT', 'user'],
  ['GET', 'reauthenticate'],
  ['POST', 'logout?scope='],
  ['DELETE', 'user/identities/'],
  ['GET', 'user/identities/authorize'],
  ['POST', 'factors'],
  ['POST', 'factors/{id}/challenge'],
  ['POST', 'factors/{id}/verify'],
  ['DELETE', 'factors/'],
  ['GET', 'admin/users'],
  ['POST', 'admin/users'],
  ['GET', 'admin/users/{id}'],
  ['PUT', 'admin/users/{id}'],
  ['DELETE', 'admin/users/{id}'],
  ['GET', 'admin/users/{id}/factors'],
  ['POST', 'admin/generate_link'],
  ['POST', 'invite'],
  ['GET', '.well-known/jwks.json'],
];

const members =
  'email phone password data code_challenge code_challenge_method refresh_token auth_code code_verifier id_token provider nonce chain message signature create_user type token token_hash app_metadata current_password factor_type friendly_name challenge_id code user_metadata ban_duration id role'.split(
    ' ',
  );

function oddValues(next: () => number): unknown[] {
  return [
    null,
    true,
    false,
    0,
    -1,
    1e308,
    [],
    {},
    [[[]]],
    { $ne: null },
    '',
    ' ',
    'a',
    'あ'.repeat(400),
    'x'.repeat(70_000),
    '\u0000',
    'a\u0000b@example.com',
    '\ud800',
    '\u202Eevil@example.com',
    'Ⓐ@example.com',
    'İ@example.com',
    "' OR 1=1 --",
    "'; DROP TABLE users; --",
    "x'||pg_sleep(9)||'",
    '%00',
    '../../etc/passwd',
    '${jndi:x}',
    'a@example.com\r\nBcc: b@example.com',
    '<script>alert(1)</script>',
    '__proto__',
    '9'.repeat(400),
    bystander.email,
    bystander.email.toUpperCase(),
    `${bystander.email}\u0000`,
    bystander.id,
    bystander.password,
    { email: bystander.email },
    [bystander.email],
    'signup',
    'recovery',
    'email_change',
    'signup\u0000',
    's256',
    '000000',
    `pkce_${'0'.repeat(64)}`,
    'A'.repeat(72),
    'ethereum',
    'totp',
    '-1h',
    Math.floor(next() * 1e9),
    { __proto__x: 1, constructor: { prototype: 1 } },
    Array.from({ length: 300 }, () => ({ a: [1] })),
  ];
}

const goodBodies = [
  { email: 'fuzz@example.com', password: 'good enough' },
  { email: 'fuzz@example.com', type: 'signup', token: '123456' },
  { type: 'email', token_hash: 'f'.repeat(64) },
  { refresh_token: 'A'.repeat(72) },
  { auth_code: '9689839a-a2fb-4ec2-9ed0-fee717879eb2', code_verifier: 'x'.repeat(43) },
  { provider: 'google', id_token: 'a.b.c' },
  { chain: 'ethereum', message: 'm'.repeat(100), signature: `0x${'0'.repeat(130)}` },
  { factor_type: 'totp', friendly_name: 'fuzz' },
  { challenge_id: '9689839a-a2fb-4ec2-9ed0-fee717879eb2', code: '123456' },
  { data: { a: 1 } },
];

interface Case {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

function makeCase(next: () => number): Case {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const odd = () => pick(oddValues(next));
  const [method, template] = pick(endpoints);
  const inUrl = () => encodeURIComponent(String(pick(['x', bystander.id, "1' OR '1'='1", '%00', '../..', 'あ'])));
  let path = template.replace('{id}', inUrl);
  if (/[=/]$/.test(path)) path += inUrl();
  if (next() < 0.5)
    path += `${path.includes('?') ? '&' : '?'}${pick(['redirect_to', 'type', 'token', 'page', 'provider'])}=${inUrl()}`;
  const headers: Record<string, string> = {
    apikey: pick([people.anonKey, people.anonKey, people.anonKey, 'wrong']),
    'content-type': pick(['application/json', 'application/json;charset=UTF-8', 'text/plain']),
    'x-supabase-api-version': pick(['2024-01-01', '', 'x']),
  };
  const bearer = pick([people.anonKey, caller.token, caller.token, 'a.b.c', `${caller.token}x`, 'null', "' OR 1=1"]);
  if (next() < 0.9) headers['authorization'] = `${pick(['Bearer', 'bearer', 'Basic'])} ${bearer}`;
  if (next() < 0.2)
    headers[pick(['x-request-id', 'traceparent', 'referer', 'x-forwarded-for'])] = pick([
      'x'.repeat(4000),
      "'; --",
      '127.0.0.1, ::1',
    ]);
  const oddMembers = Object.fromEntries(
    Array.from({ length: 1 + Math.floor(next() * 4) }, () => [pick(members), odd()]),
  );
  // One odd thing in an otherwise good request gets further than ten of them.
  const json = JSON.stringify(next() < 0.5 ? oddMembers : { ...pick(goodBodies), [pick(members)]: odd() });
  const body = pick<string | Buffer>([
    json,
    json,
    json,
    json,
    json,
    json.slice(0, -2),
    '[]',
    '"text"',
    'null',
    '',
    Buffer.from([0xff, 0xfe, 0x7b]),
  ]);
  return { method, path, headers, body: method === 'GET' ? undefined : body };
}

/** fetch would refuse some of it before it is sent. */
function send({ method, path, headers, body }: Case): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${people.origin}/auth/v1/${path}`,
      // Each request has its own connection: one that a refused body has closed is not tried again.
      { method, headers, timeout: ANSWER_WITHIN_MS, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
    request.end(body);
  });
}

/** Everything stored about the bystander is compared, except that anybody may request a mail. */
async function rowsOfBystander(): Promise<unknown> {
  const rows = (table: string, column: string) =>
    query<{ row: Record<string, unknown> }>(
      people.authDatabaseUrl,
      `SELECT to_jsonb(t) - 'recovery_sent_at' AS row FROM ${table} t WHERE ${column} = $1`,
      [bystander.id],
    );
  return Promise.all([
    rows('users', 'id'),
    rows('identities', 'user_id'),
    rows('sessions', 'user_id'),
    rows('factors', 'user_id'),
  ]);
}

it(`${CASES} odd requests: none fails, none hangs, nothing of anybody else changes`, async () => {
  const next = seededNumbers(SEED);
  const before = await rowsOfBystander();
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  let left = CASES;
  const run = async () => {
    while (left-- > 0) {
      const each = makeCase(next);
      const shown = JSON.stringify({ ...each, body: String(each.body).slice(0, 300) });
      const answer = await send(each).catch((error: Error) => ({ status: 0, text: String(error) }));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 0 || answer.status >= 500) faults.push(`${answer.status} ${answer.text} to ${shown}`);
      else if (answer.status >= 400) {
        const { code, message, msg } = JSON.parse(answer.text) as Record<string, unknown>;
        if ((code === undefined && message === undefined) || (message ?? msg) === undefined) {
          faults.push(`${answer.text} to ${shown}`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
  expect(faults.slice(0, 5)).toEqual([]);
  // The run was meaningful: some requests succeeded, and most kinds of refusal occurred.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 303, 400, 401, 403, 404, 422]));
  expect(await rowsOfBystander()).toEqual(before);
  expect((await people.call('/auth/v1/user', { token: bystander.token })).status).toBe(200);
}, 240_000);
