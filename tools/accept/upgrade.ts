import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { spawnTypeScript, temporaryDirectory, type TestProcess } from '@haru/testing';
import { AdminApi } from '../admin/admin-api.js';
import { withClient } from '../backup/checks.js';
import { root } from '../common/workspace.js';
import type { DatabaseUrls } from '../start/databases.js';
import { readSecrets } from '../start/environment/secrets.js';
import { readSettings } from '../start/environment/settings.js';
import { restoreSystem } from '../start/restore.js';
import type { SystemDescription } from '../start/system.js';
import type { Check } from './check.js';
import { ownSettings } from './own-settings.js';
import { fill, type Fact } from './upgrade/facts.js';

/** Installing the packages of the release is part of its first start. */
const START_WITHIN_MS = 600_000;

const run = promisify(execFile);

/**
 * The release 0.2.0 is filled and upgraded to this version. Then the backup that the upgrade made is restored, and the release
 * runs with the databases of this version, as it does during a rolling update.
 */
export async function acceptUpgrade(check: Check): Promise<void> {
  const directory = await temporaryDirectory('haru-upgrade-');
  const env = await ownSettings(directory.path);
  let running: TestProcess | undefined;
  const start = async (checkout: string): Promise<SystemDescription> => {
    const main = join(checkout, 'tools/bootstrap.mjs');
    running = spawnTypeScript(main, { env, args: ['start'], cwd: checkout });
    await running.waitForLine(/Haru is running/, START_WITHIN_MS);
    return JSON.parse(await readFile(join(env.HARU_DATA_DIR, 'dev.json'), 'utf8')) as SystemDescription;
  };
  const stop = async (): Promise<void> => {
    running?.kill('SIGTERM');
    await running?.exited;
  };
  const checkRefusal = async (what: string, sentence: RegExp): Promise<void> => {
    const answer = await start(root).catch(String);
    check(
      what,
      typeof answer === 'string' && sentence.test(answer),
      typeof answer === 'string' && sentence.exec(answer)?.[0],
    );
  };
  const checkAll = async (facts: readonly Fact[], where: string): Promise<void> => {
    for (const { what, value, read } of facts) {
      const found = await read();
      const holds = isDeepStrictEqual(found, value);
      check(`${where}: ${what}`, holds, holds ? 'the same' : { found, value });
    }
  };
  try {
    const release = join(directory.path, 'release');
    await checkOut(release);
    const old = await start(release);
    const facts = await fill(old);
    await stop();

    const system = await start(root);
    const keys = [system.anonKey, system.serviceRoleKey];
    check('the keys stay', isDeepStrictEqual(keys, [old.anonKey, old.serviceRoleKey]), '');
    await checkAll(facts, 'upgraded');
    const { backup } = await new AdminApi(system.url, system.serviceRoleKey).runBackup(
      { kind: 'verify' },
      () => undefined,
    );
    check('a backup was made before the update', backup !== null, backup);

    const migrations = await withClient(
      await ownerUrl(system, 'auth', env.HARU_DATA_DIR),
      'haru_auth',
      async (client) => {
        await client.query(`INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Later9000000000000')`);
        return (await client.query<{ name: string }>('SELECT name FROM migrations')).rows.map(({ name }) => name);
      },
    );
    const isContracted = migrations.includes('RequireKeyPrefix1795920000000');
    check('a change was expanded, migrated and contracted', isContracted, migrations);
    await stop();
    await checkRefusal('a newer database is refused', /A newer version of Haru has migrated .* before the update\./);
    await writeFile(join(env.HARU_DATA_DIR, 'postgres/PG_VERSION'), '17\n');
    await checkRefusal('another major version of PostgreSQL is refused', /PostgreSQL 17 made the data .*\./);

    await restoreSystem(readSettings([], 'built', env), String(backup));
    const former = await start(release);
    await checkAll(facts, 'restored and run by 0.2.0');
    for (const name of ['auth', 'sites', 'feedback'] as const) {
      const file = new URL(`../../apps/${name}-service/src/migrate.ts`, import.meta.url);
      const databases = {
        DATABASE_URL: former.databaseUrls[name],
        MIGRATION_DATABASE_URL: await ownerUrl(former, name, env.HARU_DATA_DIR),
      };
      const { code } = await spawnTypeScript(file, { env: databases }).exited;
      check(`${name}-service's database is migrated while 0.2.0 runs`, code === 0, code);
    }
    await checkAll(await fill(former), '0.2.0 beside the migrated databases');
  } finally {
    await stop();
    await directory.remove();
  }
}

/** @returns the address of the owner of the tables */
async function ownerUrl({ databaseUrls }: SystemDescription, name: keyof DatabaseUrls, data: string): Promise<string> {
  const url = new URL(databaseUrls[name]);
  url.username = `haru_${name}_owner`;
  url.password = (await readSecrets(join(data, 'secrets.json'))).databaseOwnerPassword ?? '';
  return url.href;
}

async function checkOut(directory: string): Promise<void> {
  const log = await run('git', ['log', '--format=%H', '-S"version": "0.2.0"', '--', 'package.json'], { cwd: root });
  const commit = log.stdout.trim().split('\n').at(-1) ?? '';
  await run('git', ['clone', '--quiet', '--no-checkout', root, directory]);
  await run('git', ['checkout', '--quiet', commit], { cwd: directory });
}
