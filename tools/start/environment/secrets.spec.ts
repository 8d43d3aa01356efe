import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { readOrMakeSecrets } from './secrets.js';

describe('the secrets of a data folder', () => {
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory('haru-secrets-');
  });
  afterAll(() => directory.remove());

  it('are made once, for the owner’s eyes only', async () => {
    const made = await readOrMakeSecrets(directory.path);
    expect(await readOrMakeSecrets(directory.path)).toEqual(made);
    // Factors outlive a change of the refresh tokens' secret.
    expect(made.authFactorSecret).toMatch(/^[\w-]{64}$/);
    expect((await stat(join(directory.path, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('hold client keys that are signed and say their role', async () => {
    const { authSigningKeys, anonKey, serviceRoleKey } = await readOrMakeSecrets(directory.path);
    const keys = createLocalJWKSet({
      keys: authSigningKeys.keys.map(({ d: _private, ...key }) => ({ ...key, kty: 'EC' })),
    });
    expect((await jwtVerify(anonKey, keys)).payload).toMatchObject({ role: 'anon' });
    expect((await jwtVerify(serviceRoleKey, keys)).payload).toMatchObject({ role: 'service_role' });
  });

  it('says so when they are damaged, or lost while there is data', async () => {
    const file = join(directory.path, 'secrets.json');
    await writeFile(file, '{');
    await expect(readOrMakeSecrets(directory.path)).rejects.toThrow('is damaged');
    await rm(file);
    await mkdir(join(directory.path, 'postgres'));
    await writeFile(join(directory.path, 'postgres', 'PG_VERSION'), '18');
    await expect(readOrMakeSecrets(directory.path)).rejects.toThrow('is gone');
  });
});
