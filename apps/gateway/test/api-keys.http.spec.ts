import { apiKeysAnswerSchema, limits } from '@haru/contracts';
import { query } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefusal } from './expect-refusal.js';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { ok, password, type People, type Registered, sharedSystem, START_WITHIN_MS } from './people.js';
import { previousCodeOf } from './totp-codes.js';

/** A request that starts this long after its key was revoked is refused on every gateway. */
const DEAD_WITHIN_MS = 1_000;

let people: People;
let other: { origin: string; close(): Promise<void> };
beforeAll(async () => {
  people = await sharedSystem();
  other = await people.startGateway({});
}, START_WITHIN_MS);
afterAll(() => other.close());

const listKeys = async (token: string) =>
  apiKeysAnswerSchema.parse(await (await people.call('/functions/v1/api-keys', { token })).json()).api_keys;

const read = (key: string, origin = people.origin) =>
  fetch(`${origin}/rest/v1/sites?select=id`, { headers: { authorization: `Bearer ${key}` } });

/** Both gateways know the key, and refuse what is asked a second after `revoke` or later. */
async function expectDeath(key: string, revoke: () => Promise<unknown>): Promise<void> {
  const origins = [people.origin, other.origin];
  for (const origin of origins) expect((await read(key, origin)).status).toBe(200);
  await revoke();
  const revokedAt = performance.now();
  for (const origin of origins) {
    let askedAt = performance.now();
    while ((await read(key, origin)).status !== 401) {
      // When a request starts decides: on a busy machine its answer may come later.
      expect(askedAt - revokedAt).toBeLessThan(DEAD_WITHIN_MS);
      askedAt = performance.now();
    }
  }
}

describe('an API key', () => {
  let person: Registered;
  beforeAll(async () => {
    person = await people.register();
  }, START_WITHIN_MS);

  it('is shown once, publishes, and is named in the version history', async () => {
    const { key, ...shown } = await makeApiKey(people, person.token, ['publish', 'read'], { name: 'CI' });
    expect(key).toMatch(/^haru_[0-9A-Za-z]{32}$/);
    expect(shown).toMatchObject({
      name: 'CI',
      prefix: key.slice(0, 9),
      scopes: ['publish', 'read'],
      expires_at: null,
      last_used_on: null,
    });
    const { id } = await publishAs(people, key);
    const listed = await listKeys(person.token);
    const used = { ...shown, last_used_on: new Date().toISOString().slice(0, 10), last_used_network: '127.0.0.0/24' };
    expect(listed).toEqual([used]);
    expect(JSON.stringify(listed)).not.toContain(key);
    const versions = await people.call(`/functions/v1/site-versions?id=${id}`, { token: key });
    expect(await versions.json()).toMatchObject({ versions: [{ version: 1, source: 'api', key_name: 'CI' }] });
    const rows = await query<{ owner: string }>(
      people.sitesDatabaseUrl,
      `SELECT user_id AS owner FROM sites WHERE id = '${id}'`,
    );
    expect(rows).toEqual([{ owner: person.id }]);
  });

  it.each([
    ['wrong', 'haru_000000000000000000000000000000000'],
    ['mistyped', 'haru_x'],
    ['unknown with a right checksum', 'haru_00000000000000000000000000'],
  ])('that is %s is refused', async (_what, key) => {
    const answer = await people.call('/functions/v1/site-versions?id=x', { token: key });
    await expectRefusal(answer, 401, 'CREDENTIAL_INVALID');
  });

  it('ends at its end', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const { key, id } = await makeApiKey(people, person.token, ['read'], { expires_at });
    expect((await read(key)).status).toBe(200);
    await expectDeath(key, () =>
      query(people.authDatabaseUrl, `UPDATE api_keys SET expires_at = now() WHERE id = '${id}'`),
    );
    const past = { name: 'x', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' };
    const refused = await people.call('/functions/v1/api-keys', { method: 'POST', json: past, token: person.token });
    await expectRefusal(refused, 400, 'VALIDATION_FAILED');
  });

  it(`is one of ${limits.apiKeysMax} at most`, async () => {
    const { token } = await people.register();
    for (let count = 0; count < limits.apiKeysMax; count++) await makeApiKey(people, token, ['read']);
    const json = { name: 'one more', scopes: ['read'] };
    const answer = await people.call('/functions/v1/api-keys', { method: 'POST', json, token });
    await expectRefusal(answer, 409, 'TOO_MANY_API_KEYS');
    expect(await listKeys(token)).toHaveLength(limits.apiKeysMax);
  });

  it('needs the second factor of an account that has one', async () => {
    const { client, email } = await people.register();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (data === null) throw new Error('no factor');
    await ok(client.auth.mfa.challengeAndVerify({ factorId: data.id, code: await previousCodeOf(data.totp.secret) }));
    const tokenOf = async () => (await client.auth.getSession()).data.session?.access_token ?? '';
    const { key } = await makeApiKey(people, await tokenOf());
    await ok(client.auth.signInWithPassword({ email, password }));
    const weak = { method: 'POST', json: { name: 'x', scopes: ['read'] }, token: await tokenOf() };
    await expectRefusal(await people.call('/functions/v1/api-keys', weak), 403, 'insufficient_aal');
    // A key does not need the factor again.
    expect((await read(key)).status).toBe(200);
  });
});

describe('keys are dead on every gateway within a second', () => {
  it('after they were revoked, one or all', async () => {
    const { token } = await people.register();
    const [one, second] = [await makeApiKey(people, token), await makeApiKey(people, token)];
    await expectDeath(one.key, () => people.call(`/functions/v1/api-keys/${one.id}`, { method: 'DELETE', token }));
    expect((await read(second.key)).status).toBe(200);
    await expectDeath(second.key, () => people.call('/functions/v1/api-keys', { method: 'DELETE', token }));
    expect(await listKeys(token)).toEqual([]);
  });

  it('after signing out everywhere, and not after signing out here', async () => {
    const { client, email, token } = await people.register();
    const { key } = await makeApiKey(people, token);
    await client.auth.signOut({ scope: 'local' });
    expect((await read(key)).status).toBe(200);
    await ok(client.auth.signInWithPassword({ email, password }));
    await expectDeath(key, () => client.auth.signOut({ scope: 'global' }));
  });

  it('after a ban', async () => {
    const { id, token } = await people.register();
    const { key } = await makeApiKey(people, token);
    const ban = { method: 'POST', json: { reason: 'a test' }, token: people.serviceRoleKey };
    await expectDeath(key, () => people.call(`/admin/v1/accounts/${id}/ban`, ban));
  });

  it('after recovery by mail, and not after a changed password', async () => {
    const { client, email, token } = await people.register();
    const { key } = await makeApiKey(people, token);
    await ok(client.auth.updateUser({ password: `${password} again` }));
    expect((await read(key)).status).toBe(200);
    await ok(client.auth.resetPasswordForEmail(email));
    // The sign-up and the changed password were mailed before.
    const { token: token_hash } = await people.mailbox.to(email, 3);
    await expectDeath(key, () => ok(people.client().auth.verifyOtp({ type: 'recovery', token_hash })));
  });

  it('after the account was deleted', async () => {
    const { token } = await people.register();
    const { key } = await makeApiKey(people, token);
    await expectDeath(key, () => people.call('/functions/v1/delete-account', { method: 'POST', token }));
  });

  it('after another account has adopted the pages', async () => {
    const temporary = await people.signUp();
    const { id } = await publishAs(people, temporary.access_token);
    const { key } = await makeApiKey(people, temporary.access_token);
    const { edit_key: editKey } = await makeEditKey(people, temporary.access_token, id);
    const { token } = await people.register();
    const json = { temporary_access_token: temporary.access_token };
    await expectDeath(key, () => people.call('/functions/v1/adopt-sites', { method: 'POST', json, token }));
    expect((await people.call(`/functions/v1/site-versions?id=${id}`, { token: editKey })).status).toBe(401);
  });
});
