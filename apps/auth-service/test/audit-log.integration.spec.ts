import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AdminAct, adminActed, adminActOf, type Caller } from '@haru/contracts';
import { createDataSource } from '@haru/database';
import { createLogger, parseEnv, type RunningProcess } from '@haru/service-runtime';
import { query, waitFor } from '@haru/testing';
import { Outbox } from '@haru/events';
import { type AuthUnderTest, contextOf, startAuthUnderTest, testEnvironment } from './auth-under-test.js';
import { authDatabase } from '../src/database.js';
import { service } from '../src/worker.js';

let auth: AuthUnderTest;
let worker: RunningProcess;
beforeAll(async () => {
  auth = await startAuthUnderTest();
  const env = parseEnv(service.env, testEnvironment(auth.database.serviceUrl, auth.redis.url));
  worker = await service.start(env, createLogger('auth-worker', 'silent'));
});
afterAll(async () => {
  await worker.close();
  await auth.close();
});
beforeEach(async () => {
  await auth.sql('TRUNCATE audit_log');
  await auth.reset();
});

const entries = () =>
  auth.sql<{ action: string; actor_id: string | null; subject_id: string; reason: string | null; details: object }>(
    'SELECT action, actor_id, subject_id, reason, details FROM audit_log ORDER BY id',
  );

async function publish(act: AdminAct, caller: Caller): Promise<void> {
  const dataSource = await createDataSource(authDatabase.options('auth-test', auth.config)).initialize();
  await dataSource.transaction((manager) =>
    new Outbox().publish(manager, adminActed, act, { aggregateId: act.subject.id, context: contextOf(caller) }),
  );
  await dataSource.destroy();
}

describe('the audit log', () => {
  const caller: Caller = { role: 'service_role' };
  const act = adminActOf(caller, {
    action: 'stopSite',
    subject: { kind: 'site', id: 'a-site' },
    reason: '規約違反',
    details: { path: 'abc' },
  });

  it('stores acts in other services once', async () => {
    await publish(act, caller);
    const found = await waitFor(async () => ((await entries()).length > 0 ? entries() : undefined), {
      what: 'the entry',
    });
    expect(found).toEqual([
      { action: 'stopSite', actor_id: null, subject_id: 'a-site', reason: '規約違反', details: { path: 'abc' } },
    ]);
  });

  it.each([
    "UPDATE audit_log SET reason = 'other'",
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'TRUNCATE users, audit_log CASCADE',
    'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'ALTER TABLE audit_log OWNER TO CURRENT_USER',
    'DROP TABLE audit_log',
    'CREATE TRIGGER change BEFORE INSERT ON audit_log EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'CREATE RULE change AS ON INSERT TO audit_log DO INSTEAD NOTHING',
    'SET ROLE postgres',
  ])('cannot be changed with the services’ role: %s', async (statement) => {
    const before = await rights();
    await expect(query(auth.database.serviceUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
    expect(await rights()).toEqual(before);
  });

  it('that role cannot grant rights to itself or others', async () => {
    const before = await rights();
    // Postgres only warns that it granted nothing.
    await query(auth.database.serviceUrl, 'GRANT UPDATE ON audit_log TO CURRENT_USER');
    expect(await rights()).toEqual(before);
  });

  it('can be read and added to with that role', async () => {
    await query(
      auth.database.serviceUrl,
      `INSERT INTO audit_log (at, action, subject_kind, subject_id) VALUES (now(), 'stopSite', 'site', 'x')`,
    );
    expect(await query(auth.database.serviceUrl, 'SELECT FROM audit_log')).toHaveLength(1);
  });

  const rights = () =>
    auth.sql(`SELECT relacl::text, relowner, relhastriggers, relhasrules FROM pg_class WHERE relname = 'audit_log'`);
});
