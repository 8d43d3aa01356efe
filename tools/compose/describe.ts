import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { makeFirstAdmin } from '../start/first-admin.js';
import type { SystemDescription } from '../start/system.js';
import { containerOf, docker, type Container } from './containers.js';

const secretsSchema = z.object({
  ANON_KEY: z.string(),
  SERVICE_ROLE_KEY: z.string(),
  SITES_DATABASE_PASSWORD: z.string(),
  REDIS_PASSWORD: z.string(),
});

/** The environment file with a container's secrets. */
const secretsOf = (container: Container | undefined): Promise<string> =>
  docker('exec', container?.id ?? '', 'cat', `/run/haru/${container?.service}.env`);

/** The members of dev.json that also exist under Compose. */
type ComposeDescription = Pick<
  SystemDescription,
  'url' | 'pagesUrl' | 'anonKey' | 'serviceRoleKey' | 'mailUrl' | 'adminEmail' | 'adminPassword' | 'redisUrl'
> & { databaseUrls: Pick<SystemDescription['databaseUrls'], 'sites'> };

/**
 * Describes the running system for the browser flows and other scripts, in a file that only its owner can read. It makes
 * an admin, which stays the same as long as the file is kept.
 */
export async function describeSystem(file: string): Promise<ComposeDescription> {
  const [gateway, mailbox, postgres, redis] = await Promise.all(
    ['gateway', 'mailbox', 'postgres', 'redis'].map(containerOf),
  );
  const url = gateway?.environment['PUBLIC_ORIGIN'] ?? '';
  const secrets = secretsSchema.parse(
    parseEnv((await Promise.all([gateway, postgres, redis].map(secretsOf))).join('\n')),
  );
  const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Partial<ComposeDescription>) : {};
  const description: ComposeDescription = {
    url,
    pagesUrl: gateway?.environment['PAGES_ORIGIN'] ?? '',
    anonKey: secrets.ANON_KEY,
    serviceRoleKey: secrets.SERVICE_ROLE_KEY,
    mailUrl: `http://localhost:${mailbox?.publishedPorts[8025] ?? 8025}`,
    adminEmail: kept.adminEmail ?? `admin-${randomBytes(4).toString('hex')}@haru.invalid`,
    adminPassword: kept.adminPassword ?? randomBytes(18).toString('base64url'),
    databaseUrls: {
      sites: `postgres://haru_sites:${secrets.SITES_DATABASE_PASSWORD}@${postgres?.address}:5432/haru_sites`,
    },
    redisUrl: `redis://:${secrets.REDIS_PASSWORD}@${redis?.address}:6379`,
  };
  await makeFirstAdmin(description);
  await writeFile(file, `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600 });
  return description;
}
