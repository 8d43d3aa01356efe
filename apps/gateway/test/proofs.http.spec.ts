import {
  attackModeAnswerSchema,
  auditPageAnswerSchema,
  authErrorSchema,
  defaultPublishLimits,
  limitsAnswerSchema,
  type Proof,
  PROOF_HEADER,
  type ProofChallenge,
  proofChallengeAnswerSchema,
} from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Redis } from 'ioredis';
import { expectRefusal } from './expect-refusal.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';
import type { CallInit } from './start-system.js';

let people: People;
/** Two gateways run beside the shared one, with the limits of a deployment: what one counts, the other knows. */
let origins: string[];
let redis: Redis;
const closing: (() => Promise<void>)[] = [];

const FREE_PAGES = 2;
const MAX_PAGES = 5;

beforeAll(async () => {
  people = await sharedSystem();
  redis = new Redis(people.redis.url);
  const settings = {
    PUBLIC_ORIGIN: people.origin,
    AUTH_RATE_LIMITS: '1',
    PROOF_COST: '1',
    PUBLISH_LIMITS: JSON.stringify({
      pagesWithoutProof: FREE_PAGES,
      bytesWithoutProof: 2_000,
      anonymousPages: MAX_PAGES,
      registeredPages: 6,
    }),
  };
  const gateways = [await people.startGateway(settings), await people.startGateway(settings)];
  origins = gateways.map(({ origin }) => origin);
  closing.push(...gateways.map(({ close }) => close));
}, START_WITHIN_MS);
beforeEach(async () => {
  const keys = await redis.keys('limit:*');
  if (keys.length > 0) await redis.del(keys);
});
afterAll(async () => {
  redis.disconnect();
  await Promise.all(closing.map((close) => close()));
});

const call = (path: string, { json, headers, token, method = 'POST' }: CallInit = {}, at = 0) =>
  fetch(`${origins[at]}${path}`, {
    method,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    headers: {
      apikey: people.anonKey,
      authorization: `Bearer ${token ?? people.anonKey}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
  });

async function solve(challenge: ProofChallenge | undefined): Promise<string> {
  if (!challenge) throw new Error('no challenge');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function solved(): Promise<string> {
  const answer = await call('/functions/v1/proof-challenge', { method: 'GET' });
  return solve(proofChallengeAnswerSchema.parse(await answer.json()).challenge);
}

interface Publication {
  from?: string;
  proof?: string;
  token?: string;
  html?: string;
}

const publish = ({ from = '203.0.113.1', proof, token, html = '<p>page' }: Publication = {}, at = 0) =>
  call(
    '/functions/v1/create-site',
    {
      json: { html_content: html },
      headers: { 'x-forwarded-for': from, ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }) },
      ...(token === undefined ? {} : { token }),
    },
    at,
  );

async function publishFreePages(): Promise<void> {
  for (let page = 0; page < FREE_PAGES; page++) expect((await publish()).status).toBe(200);
}

describe('publishing without a registered account', () => {
  it('needs a proof for each page after the first ones of a network and hour, and ends at its limit', async () => {
    await publishFreePages();
    const refused = await publish({ from: '203.0.113.99' });
    expect(refused.headers.get('retry-after')).toBeNull();
    const { challenge } = await expectRefusal(refused, 429, 'PROOF_REQUIRED');
    expect((await publish({ proof: await solve(challenge) })).status).toBe(200);
    await expectRefusal(await publish(), 429, 'PROOF_REQUIRED');
    expect((await publish({ proof: await solved() })).status).toBe(200);
    expect((await publish({ proof: await solved() })).status).toBe(200);
    await expectRefusal(await publish({ proof: await solved() }), 429, 'RATE_LIMITED');
    await expectRefusal(await publish(), 429, 'RATE_LIMITED');
    expect((await publish({ from: '203.0.114.1' })).status).toBe(200);
  });

  it('counts an archive that is sent like a page, because it may unpack to much more, and no single files', async () => {
    const begin = async (json: object) => (await call('/functions/v1/create-upload', { json })).status;
    const files = { files: [{ path: 'index.html', sha256: 'a'.repeat(64), bytes: 1 }] };
    const archives = Array.from({ length: FREE_PAGES + 1 }, () => ({ archive: { bytes: 100 } }));
    const answers: number[] = [];
    for (const upload of [files, ...archives, files]) answers.push(await begin(upload));
    expect(answers).toEqual([200, 200, 200, 429, 200]);
  });

  it('is not bound by the temporary accounts of an address when it has proofs', async () => {
    await redis.set('limit:temporaryAccount:203.0.113.1', 30, 'EX', 3600);
    await expectRefusal(await publish(), 429, 'RATE_LIMITED');
    expect((await publish({ proof: await solved() })).status).toBe(200);
  });

  it('needs one for the bytes of a day that are over the limit', async () => {
    expect((await publish({ html: 'x'.repeat(1_500) })).status).toBe(200);
    await expectRefusal(await publish({ html: 'x'.repeat(1_500) }), 429, 'PROOF_REQUIRED');
    expect((await publish({ html: 'x'.repeat(1_500), proof: await solved() })).status).toBe(200);
    expect((await publish({ html: 'x'.repeat(400) })).status).toBe(200);
  });

  it('concerns temporary accounts and their updates, not the registered, who have a limit of their own', async () => {
    await publishFreePages();
    const { access_token: temporary } = await people.signUp();
    await expectRefusal(await publish({ token: temporary }), 429, 'PROOF_REQUIRED');
    const { token } = await people.register();
    const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await publish({ token })).status));
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await expectRefusal(await publish({ token }), 429, 'RATE_LIMITED');
  });
});

it('reports of pages without a registered account always need one', async () => {
  const json = { path: 'nothing8', kind: 'phishing', description: '偽のログイン画面です。' };
  const report = (init: CallInit = {}) => call('/functions/v1/report-site', { json, ...init });
  const { challenge } = await expectRefusal(await report(), 429, 'PROOF_REQUIRED');
  const headers = { [PROOF_HEADER]: await solve(challenge) };
  await expectRefusal(await report({ headers }), 404, 'SITE_NOT_FOUND');
  const { access_token: temporary } = await people.signUp();
  await expectRefusal(await report({ token: temporary }), 429, 'PROOF_REQUIRED');
  const { token } = await people.register();
  await expectRefusal(await report({ token }), 404, 'SITE_NOT_FOUND');
});

it('a report that is refused for its content does not use up its proof, and one that is not does', async () => {
  const { site } = (await (await publish()).json()) as { site: { path: string } };
  const proof = await solved();
  const report = (json: object) => call('/functions/v1/report-site', { json, headers: { [PROOF_HEADER]: proof } });
  const right = { path: site.path, kind: 'phishing', description: '偽のログイン画面です。' };
  await expectRefusal(await report({ ...right, kind: 'unknown' }), 400, 'VALIDATION_FAILED');
  await expectRefusal(await report({ ...right, description: ' ' }), 400, 'REPORT_BLANK');
  await expectRefusal(await report({ ...right, email: 'address' }), 400, 'REPORT_EMAIL_INVALID');
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(right)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  await expectRefusal(await report({ ...right, kind: 'unknown' }), 429, 'PROOF_REQUIRED');
});

describe('a proof', () => {
  it('counts once, however many requests carry it concurrently to however many gateways', async () => {
    await publishFreePages();
    const proof = await solved();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => publish({ proof, from: `203.0.113.${index}` }, index % 2)),
    );
    const counts = Object.groupBy(answers, ({ status }) => String(status));
    expect([counts['200']?.length, counts['429']?.length]).toEqual([1, 99]);
    const refused = answers.find(({ status }) => status === 429) ?? Response.error();
    const { challenge } = await expectRefusal(refused, 429, 'PROOF_REQUIRED');
    expect((await publish({ proof: await solve(challenge) })).status).toBe(200);
  }, 30_000);

  it.each<[string, (proof: Proof) => Proof | string]>([
    ['no Base64 of JSON', () => 'x'],
    [
      'another counter',
      (proof) => ({ ...proof, solution: { ...proof.solution, counter: proof.solution.counter + 1 } }),
    ],
    ['a later end', (proof) => withParameters(proof, { expiresAt: proof.challenge.parameters.expiresAt + 1 })],
    ['less work', (proof) => withParameters(proof, { keyPrefix: '0' })],
    [
      'a signature of its own',
      ({ challenge, solution }) => ({ challenge: { ...challenge, signature: 'a'.repeat(64) }, solution }),
    ],
  ])('with %s is refused even for the first page, with another challenge', async (_name, change) => {
    const proof = JSON.parse(Buffer.from(await solved(), 'base64').toString()) as Proof;
    const changed = change(proof);
    const header = typeof changed === 'string' ? changed : Buffer.from(JSON.stringify(changed)).toString('base64');
    const { challenge } = await expectRefusal(await publish({ proof: header }), 429, 'PROOF_REQUIRED');
    expect(challenge?.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1 });
    expect(challenge?.signature).not.toBe(proof.challenge.signature);
  });
});

function withParameters({ challenge, solution }: Proof, changes: Partial<ProofChallenge['parameters']>): Proof {
  return { challenge: { ...challenge, parameters: { ...challenge.parameters, ...changes } }, solution };
}

it('the limits are public, as the environment has them', async () => {
  const answer = await call('/functions/v1/limits', { method: 'GET' });
  const { limits, attack_mode } = limitsAnswerSchema.parse(await answer.json());
  expect(attack_mode).toBe(false);
  expect(limits.pagesWithoutProof).toEqual({ max: FREE_PAGES, unit: 'pages', per: 'network', seconds: 3600 });
  expect(limits.bytesWithoutProof).toMatchObject({ max: 2_000, unit: 'bytes', seconds: 86_400 });
  expect(limits.registeredLiveBytes).toEqual({
    max: defaultPublishLimits.registeredLiveBytes,
    unit: 'bytes',
    per: 'registered account',
  });
});

describe('the attack mode', () => {
  const setMode = (on: boolean, key = people.serviceRoleKey) =>
    call('/admin/v1/attack-mode', { method: 'PUT', json: { on, reason: '大量の公開' }, token: key });
  const modeAt = async (at: number) => {
    const answer = await call('/admin/v1/attack-mode', { method: 'GET', token: people.serviceRoleKey }, at);
    return attackModeAnswerSchema.parse(await answer.json()).attack_mode.on;
  };
  const signUp = (headers: Record<string, string> = {}, json: object = {}) =>
    call('/auth/v1/signup', { json, headers }, 1);

  afterAll(async () => {
    await setMode(false);
    // Other specs use the shared gateway.
    origins.push(people.origin);
    await waitFor(async () => !(await modeAt(origins.length - 1)));
  });

  it('is for admins to switch', async () => {
    await expectRefusal(await setMode(true, people.anonKey), 403, 'FORBIDDEN_ROLE');
    expect(await modeAt(0)).toBe(false);
  });

  it('wants a proof for every temporary sign-up and page, on all gateways, also those that start later', async () => {
    expect((await setMode(true)).status).toBe(200);
    await waitFor(async () => (await modeAt(0)) && (await modeAt(1)));
    const later = await people.startGateway({ PROOF_COST: '1', PUBLIC_ORIGIN: people.origin });
    closing.push(later.close);
    origins.push(later.origin);
    expect(await modeAt(2)).toBe(true);

    const { challenge } = await expectRefusal(await publish({}, 1), 429, 'PROOF_REQUIRED');
    expect((await publish({ proof: await solve(challenge) }, 1)).status).toBe(200);
    const { token } = await people.register();
    expect((await publish({ token })).status).toBe(200);

    const liked = { type: 'quick_like', title: 'いいね', description: 'いいね' };
    await expectRefusal(await call('/functions/v1/submit-feedback', { json: liked }, 1), 429, 'PROOF_REQUIRED');

    const refused = await signUp();
    const error = authErrorSchema.parse(await refused.json());
    expect([refused.status, error.code]).toEqual([429, 'PROOF_REQUIRED']);
    expect(error.message).toMatch(/^A proof of work is required/);
    expect((await signUp({ [PROOF_HEADER]: await solve(error.challenge) })).status).toBe(200);
  });

  it('wants none for signing in, registering, reading and share links', async () => {
    const person = await people.register();
    const statuses = await Promise.all([
      call('/auth/v1/token?grant_type=password', { json: { email: person.email, password: person.password } }, 1),
      signUp({}, { email: `${crypto.randomUUID()}@example.com`, password: person.password }),
      call('/functions/v1/check-path?path=some-path', { method: 'GET' }, 1),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call('/functions/v1/serve-site?path=nothing8', { method: 'GET' }, 1)).status).toBe(404);
    const share = await fetch(`${origins[1]}/share/nothing8`, { redirect: 'manual' });
    expect(share.status).toBe(302);
  });

  it('leaves its switching in the audit log', async () => {
    const answer = await call('/admin/v1/audit', { method: 'GET', token: people.serviceRoleKey });
    const { entries } = auditPageAnswerSchema.parse(await answer.json());
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'startAttackMode',
        subject: { kind: 'system', id: 'attack-mode' },
        reason: '大量の公開',
      }),
    );
  });
});
