import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv, processEnvSchema } from '@haru/service-runtime';
import { temporaryDirectory } from '@haru/testing';
import { describe, expect, it } from '@jest/globals';
import { renderOverlay } from './kustomize.js';
import {
  makeSecrets,
  nameInProcess,
  secretSets,
  secretsOf,
  secretsOfContainer,
  writeForCompose,
  type SecretSet,
} from './make-secrets.js';
import { isMigration, oneMachineOnly, ourContainers, schemas, variablesOf } from './process-schemas.js';
import { configMapOf, workloadsOf } from './workloads.js';

const { all: secrets } = makeSecrets({}, {});

describe.each(['local', 'production'] as const)('the Kubernetes overlay %s', (overlay) => {
  async function environments() {
    const manifests = await renderOverlay(overlay);
    return workloadsOf(manifests)
      .filter(({ name }) => name in schemas)
      .map(({ name, container: { envFrom } }) => ({
        container: ourContainers.find((candidate) => candidate === name) ?? 'gateway',
        config: Object.assign(
          {},
          ...envFrom.map(({ configMapRef }) => (configMapRef ? configMapOf(manifests, configMapRef.name) : {})),
        ) as Record<string, string>,
        sets: envFrom.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : [])),
      }));
  }

  it('tells every process what it reads, in a form it takes', async () => {
    const found = await environments();
    expect(found.map(({ container }) => container).sort()).toEqual([...ourContainers].sort());
    for (const { container, config, sets } of found) {
      expect([container, sets]).toEqual([container, [...secretsOf[container]]]);
      const given = { ...config, ...secretsOfContainer(container, secrets) };
      expect(() => parseEnv(schemas[container], given)).not.toThrow();
      expect(() => parseEnv(processEnvSchema, given)).not.toThrow();
      if (isMigration(container)) continue;
      const unset = variablesOf(container).filter((name) => !(name in given) && !oneMachineOnly.includes(name));
      // A process that receives no traffic need not go on serving while it stops.
      expect([container, unset.filter((name) => name !== 'SHUTDOWN_DELAY_MS')]).toEqual([container, []]);
    }
  });

  it('sets no variable that no process reads', async () => {
    const known = new Set(ourContainers.flatMap(variablesOf));
    const told = new Set((await environments()).flatMap(({ config }) => Object.keys(config)));
    expect([...told].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the secrets', () => {
  it('stay as they are at a second start, and give way to what is given', () => {
    const first = makeSecrets({}, {});
    expect(makeSecrets({}, first.toKeep).all).toEqual(first.all);
    const given = { REDIS_URL: 'redis://elsewhere:6379', ANON_KEY: 'x'.repeat(20) };
    expect(makeSecrets(given, first.toKeep).all).toEqual({ ...first.all, ...given });
    expect(makeSecrets({}, {}).all['AUTH_REFRESH_TOKEN_SECRET']).not.toBe(first.all['AUTH_REFRESH_TOKEN_SECRET']);
  });

  it('are in one folder for each container under Compose, and those that were kept stay', async () => {
    const { path, remove } = await temporaryDirectory('haru-secrets-');
    const kept = { AUTH_FACTOR_SECRET: 'kept since the first start, and long enough' };
    await writeFile(join(path, 'secrets.json'), JSON.stringify(kept));
    writeForCompose(path, {});
    const names = Object.keys(secretsOf);
    expect((await readdir(path)).sort()).toEqual([...names, 'secrets.json'].sort());
    for (const name of names) expect(await readdir(join(path, name))).toEqual([`${name}.env`]);
    const auth = await readFile(join(path, 'auth-service/auth-service.env'), 'utf8');
    expect(auth).toContain(`AUTH_FACTOR_SECRET='${kept.AUTH_FACTOR_SECRET}'`);
    writeForCompose(path, {});
    expect(await readFile(join(path, 'auth-service/auth-service.env'), 'utf8')).toBe(auth);
    await remove();
  });

  it('refuse what an environment file cannot hold', () => {
    expect(() => makeSecrets({ REDIS_PASSWORD: "it's" }, {})).toThrow('REDIS_PASSWORD must have no quotation mark');
  });

  it('are all of a container’s under the names that it knows', () => {
    const sets = Object.keys(secretSets) as SecretSet[];
    expect(sets.flatMap((set) => secretSets[set].map((name) => secrets[name])).every(Boolean)).toBe(true);
    expect(nameInProcess('SITES_MIGRATION_DATABASE_URL')).toBe('MIGRATION_DATABASE_URL');
    expect(nameInProcess('AUTH_DATABASE_PASSWORD')).toBe('AUTH_DATABASE_PASSWORD');
  });
});
