/**
 * Makes the secrets of a system in containers once, and gives each container its own.
 *
 *   node tools/deploy/make-secrets.ts FOLDER          for docker-compose.yml: kept in FOLDER, a file for each container in a folder below
 *   node tools/deploy/make-secrets.ts --kubernetes    for k8s/overlays/local: Secrets, to be piped to kubectl apply
 *
 * Secrets that the environment gives are taken as they are, the others are drawn. It runs under a bare Node 24, so it imports nothing else.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const randomText = (bytes = 24): string => randomBytes(bytes).toString('base64url');

/** A private ES256 key as a JWK. */
export function makeSigningKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** A key for clients: a JWT without `sub` that names its role, as the public client expects one. The gateway compares the whole key. */
export function makeApiKey(role: 'anon' | 'service_role', key: JsonWebKey): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tenYears = 10 * 365 * 24 * 3600;
  const body = `${encode({ alg: 'ES256', typ: 'JWT', kid: key['kid'] })}.${encode({ iss: 'haru', role, iat: issuedAt, exp: issuedAt + tenYears })}`;
  const signature = sign('sha256', Buffer.from(body), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `${body}.${signature.toString('base64url')}`;
}

/** The variables of each Secret of k8s/. */
export const secretSets = {
  redis: ['REDIS_URL'],
  'gateway-keys': ['ANON_KEY', 'SERVICE_ROLE_KEY', 'PROOF_SECRET'],
  'auth-database': ['AUTH_DATABASE_URL'],
  'auth-database-owner': ['AUTH_MIGRATION_DATABASE_URL'],
  'auth-tokens': ['AUTH_REFRESH_TOKEN_SECRET'],
  'auth-keys': ['AUTH_SIGNING_KEYS', 'AUTH_FACTOR_SECRET'],
  'sites-database': ['SITES_DATABASE_URL'],
  'sites-database-owner': ['SITES_MIGRATION_DATABASE_URL'],
  'feedback-database': ['FEEDBACK_DATABASE_URL'],
  'feedback-database-owner': ['FEEDBACK_MIGRATION_DATABASE_URL'],
  storage: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  'page-manifests': ['PAGE_MANIFEST_KEY'],
  mail: ['SMTP_URL'],
  postgres: [
    'POSTGRES_PASSWORD',
    'OWNER_DATABASE_PASSWORD',
    'AUTH_DATABASE_PASSWORD',
    'SITES_DATABASE_PASSWORD',
    'FEEDBACK_DATABASE_PASSWORD',
  ],
  superuser: ['POSTGRES_URL'],
  'redis-server': ['REDIS_PASSWORD'],
  'storage-server': ['ROOT_ACCESS_KEY', 'ROOT_SECRET_KEY'],
} as const;
export type SecretSet = keyof typeof secretSets;

/** The Secrets that each container gets. */
export const secretsOf = {
  gateway: ['redis', 'gateway-keys'],
  'auth-service': ['redis', 'auth-database', 'auth-tokens', 'auth-keys'],
  'auth-worker': ['redis', 'auth-database', 'auth-tokens', 'mail'],
  'auth-migrate': ['auth-database', 'auth-database-owner'],
  'sites-service': ['redis', 'sites-database', 'storage', 'page-manifests'],
  'sites-worker': ['redis', 'sites-database', 'storage', 'page-manifests'],
  'sites-uploads': ['redis', 'sites-database', 'storage', 'page-manifests'],
  'sites-viewer': ['redis', 'sites-database', 'storage', 'page-manifests'],
  'sites-migrate': ['sites-database', 'sites-database-owner'],
  'feedback-service': ['redis', 'feedback-database'],
  'feedback-worker': ['redis', 'feedback-database', 'mail'],
  'feedback-migrate': ['feedback-database', 'feedback-database-owner'],
  haru: ['superuser', 'redis', 'mail'],
  postgres: ['postgres'],
  redis: ['redis-server'],
  storage: ['storage-server'],
} as const satisfies Record<string, readonly SecretSet[]>;
export type Container = keyof typeof secretsOf;

/** Each of our processes knows one database only, so the variable does not name it there. */
export const nameInProcess = (variable: string): string =>
  variable.replace(/^(?:AUTH|SITES|FEEDBACK)_((?:MIGRATION_)?DATABASE_URL)$/, '$1');

type Values = Record<string, string | undefined>;

/**
 * Every secret by name: the given one, else the kept one, else a new one. Addresses are made from their parts at each
 * call, so that a changed password or a given address takes effect.
 */
export function makeSecrets(given: Values, kept: Values): { all: Record<string, string>; toKeep: Values } {
  const toKeep: Values = {};
  const keep = (name: string, draw: () => string): string => (toKeep[name] = given[name] || kept[name] || draw());
  const signingKeys = keep('AUTH_SIGNING_KEYS', () => JSON.stringify({ keys: [makeSigningKey()] }));
  const apiKey = (role: 'anon' | 'service_role') => (): string => makeApiKey(role, makeSigningKey());
  const passwords = Object.fromEntries(
    [...secretSets.postgres, 'REDIS_PASSWORD'].map((name) => [name, keep(name, randomText)]),
  );
  const accessKey = keep('S3_ACCESS_KEY_ID', () => randomText(12));
  const secretKey = keep('S3_SECRET_ACCESS_KEY', () => randomText());
  const database = (user: string, name: string, password = ''): string =>
    `postgres://${user}:${password}@postgres:5432/${name}`;
  const owner = passwords['OWNER_DATABASE_PASSWORD'];
  const addresses: Record<string, string> = {
    REDIS_URL: `redis://:${passwords['REDIS_PASSWORD']}@redis:6379`,
    SMTP_URL: 'smtp://mailbox:1025',
    AUTH_DATABASE_URL: database('haru_auth', 'haru_auth', passwords['AUTH_DATABASE_PASSWORD']),
    AUTH_MIGRATION_DATABASE_URL: database('haru_auth_owner', 'haru_auth', owner),
    SITES_DATABASE_URL: database('haru_sites', 'haru_sites', passwords['SITES_DATABASE_PASSWORD']),
    SITES_MIGRATION_DATABASE_URL: database('haru_sites_owner', 'haru_sites', owner),
    FEEDBACK_DATABASE_URL: database('haru_feedback', 'haru_feedback', passwords['FEEDBACK_DATABASE_PASSWORD']),
    FEEDBACK_MIGRATION_DATABASE_URL: database('haru_feedback_owner', 'haru_feedback', owner),
  };
  for (const name of Object.keys(addresses)) addresses[name] = given[name] || (addresses[name] ?? '');
  const all = {
    ...passwords,
    ...addresses,
    POSTGRES_URL: `postgres://postgres:${passwords['POSTGRES_PASSWORD']}@postgres:5432/postgres`,
    AUTH_SIGNING_KEYS: signingKeys,
    AUTH_REFRESH_TOKEN_SECRET: keep('AUTH_REFRESH_TOKEN_SECRET', () => randomText(48)),
    AUTH_FACTOR_SECRET: keep('AUTH_FACTOR_SECRET', () => randomText(48)),
    PAGE_MANIFEST_KEY: keep('PAGE_MANIFEST_KEY', () => randomText(48)),
    ANON_KEY: keep('ANON_KEY', apiKey('anon')),
    SERVICE_ROLE_KEY: keep('SERVICE_ROLE_KEY', apiKey('service_role')),
    PROOF_SECRET: keep('PROOF_SECRET', () => randomText(48)),
    S3_ACCESS_KEY_ID: accessKey,
    S3_SECRET_ACCESS_KEY: secretKey,
    ROOT_ACCESS_KEY: accessKey,
    ROOT_SECRET_KEY: secretKey,
  };
  const unquotable = Object.entries(all).find(([, value]) => /['\n]/.test(value));
  if (unquotable) throw new Error(`${unquotable[0]} must have no quotation mark (') and no line break in it`);
  return { all, toKeep };
}

/** The environment file of a container. `node --env-file` and a shell can read it. */
function environmentFile(container: Container, all: Record<string, string>): string {
  return Object.entries(secretsOfContainer(container, all))
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** The secrets of a container, under the names that its processes read. */
export function secretsOfContainer(container: Container, all: Record<string, string>): Record<string, string> {
  const names: string[] = secretsOf[container].flatMap((set) => [...secretSets[set]]);
  return Object.fromEntries(names.map((name) => [nameInProcess(name), all[name] ?? '']));
}

/** All Secrets of k8s/overlays/local, as JSON that kubectl takes. */
function kubernetesSecrets(all: Record<string, string>): string {
  const items = Object.entries(secretSets).map(([name, variables]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'haru' },
    stringData: Object.fromEntries(variables.map((variable) => [nameInProcess(variable), all[variable] ?? ''])),
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2);
}

/**
 * Keeps all secrets in `secrets.json` of the folder, and writes those of each container into a folder of its own below,
 * which under Compose is a volume that no other container mounts.
 */
export function writeForCompose(folder: string, given: Values): void {
  const keptFile = join(folder, 'secrets.json');
  const kept = existsSync(keptFile) ? (JSON.parse(readFileSync(keptFile, 'utf8')) as Values) : {};
  const { all, toKeep } = makeSecrets(given, kept);
  const write = (path: string, text: string, mode: number): void => {
    writeFileSync(`${path}.new`, text, { mode });
    renameSync(`${path}.new`, path);
  };
  write(keptFile, JSON.stringify(toKeep, null, 2), 0o400);
  // The processes run as other users than this one, so they can read their files.
  for (const container of Object.keys(secretsOf) as Container[]) {
    mkdirSync(join(folder, container), { recursive: true });
    write(join(folder, container, `${container}.env`), environmentFile(container, all), 0o444);
  }
}

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new Error('name a folder, or --kubernetes');
  if (target === '--kubernetes') console.log(kubernetesSecrets(makeSecrets(process.env, {}).all));
  else writeForCompose(target, process.env);
}
