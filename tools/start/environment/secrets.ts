import type { JsonWebKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeApiKey, makeSigningKey, randomText } from '../../deploy/make-secrets.js';
import { StartError } from './settings.js';

/** Made at the first start and kept, so that sessions and keys outlive a restart. */
export interface Secrets {
  postgresPassword: string;
  /** The password of the roles that own the services' tables and run the migrations. */
  databaseOwnerPassword: string;
  authDatabasePassword: string;
  sitesDatabasePassword: string;
  feedbackDatabasePassword: string;
  redisPassword: string;
  /** Private ES256 keys as a JWKS; the first one signs. */
  authSigningKeys: { keys: JsonWebKey[] };
  authRefreshTokenSecret: string;
  authFactorSecret: string;
  pageManifestKey: string;
  /** Backups are encrypted with it, unless BACKUP_KEY is set. */
  backupKey: string;
  anonKey: string;
  serviceRoleKey: string;
  adminEmail: string;
  adminPassword: string;
}

/** Reads the secrets of a data folder, or makes them (file mode 600). @throws StartError when they are lost or damaged. */
export async function readOrMakeSecrets(dataDirectory: string): Promise<Secrets> {
  const path = join(dataDirectory, 'secrets.json');
  if (existsSync(path)) {
    const kept = await readSecrets(path);
    const secrets = { ...makeSecrets(), ...kept };
    // A data folder of an earlier release lacks the secrets that a later one adds.
    if (Object.keys(secrets).some((name) => !(name in kept))) await writeSecrets(path, secrets);
    return secrets;
  }
  if (existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'))) {
    throw new StartError(
      `${path} is gone, and the database cannot be opened without it. Restore it, or begin with empty data: npm start -- --reset`,
    );
  }
  const secrets = makeSecrets();
  await writeSecrets(path, secrets);
  return secrets;
}

export async function readSecrets(path: string): Promise<Partial<Secrets>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    throw new StartError(`${path} is damaged. Restore it, or begin with empty data: npm start -- --reset`, {
      cause: error,
    });
  }
}

/** The file is renamed when it is complete: an interrupted start must not leave half of it. */
export async function writeSecrets(path: string, secrets: object): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function makeSecrets(): Secrets {
  const key = makeSigningKey();
  return {
    postgresPassword: randomText(),
    databaseOwnerPassword: randomText(),
    authDatabasePassword: randomText(),
    sitesDatabasePassword: randomText(),
    feedbackDatabasePassword: randomText(),
    redisPassword: randomText(),
    authSigningKeys: { keys: [key] },
    authRefreshTokenSecret: randomText(48),
    authFactorSecret: randomText(48),
    pageManifestKey: randomText(48),
    backupKey: randomText(48),
    anonKey: makeApiKey('anon', key),
    serviceRoleKey: makeApiKey('service_role', key),
    adminEmail: process.env['ADMIN_EMAIL'] || 'admin@haru.invalid',
    adminPassword: randomText(18),
  };
}
