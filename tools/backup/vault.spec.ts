import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeBackup } from './backups.js';
import { openVault } from './run-backups.js';
import { removeOldBackups } from './take-backup.js';
import type { Vault } from './vault.js';

describe('a vault', () => {
  let directory: TemporaryDirectory;
  let vault: Vault;

  beforeAll(async () => {
    directory = await temporaryDirectory('haru-vault-');
    vault = await openVault({ target: directory.path, key: 'the first key' });
  });
  afterAll(() => directory.remove());

  it('gives back a stream of several parts', async () => {
    const chunks = Array.from({ length: 5 }, (_, at) => Buffer.alloc(2 * 1024 * 1024, at));
    const parts = await vault.putStream('x/database', Readable.from(chunks));
    expect(parts).toBe(3);
    const read = Buffer.concat(await Readable.from(vault.getStream('x/database', parts)).toArray());
    expect(read.equals(Buffer.concat(chunks))).toBe(true);
    const sealed = await readFile(join(directory.path, 'x/database.000000'));
    expect(sealed.includes(Buffer.alloc(16))).toBe(false);
  });

  it('refuses an object that was changed, exchanged or removed', async () => {
    await vault.put('a', Buffer.from('one'));
    const sealed = await readFile(join(directory.path, 'a'));
    await writeFile(join(directory.path, 'b'), sealed);
    sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14);
    await writeFile(join(directory.path, 'a'), sealed);
    await expect(vault.get('a')).rejects.toThrow('damaged: a was changed');
    await expect(vault.get('b')).rejects.toThrow('damaged: b was changed');
    await expect(vault.get('c')).rejects.toThrow('damaged: c is missing');
  });

  it('names the key of a backup that was made with another one', async () => {
    const other = await openVault({ target: directory.path, key: 'the second key' });
    const name = `20261127T071500Z-${vault.keyId}`;
    await vault.put(`${name}/manifest`, Buffer.from('{}'));
    await expect(describeBackup(other, 'latest')).rejects.toThrow(
      `${name} was made with the key ${vault.keyId}, and BACKUP_KEY is ${other.keyId}`,
    );
    await expect(describeBackup(other, 'x')).rejects.toThrow(`There is no backup x. There are: ${name}.`);
  });

  it('keeps a backup that another system is writing to the same target, and removes its own remains', async () => {
    const other = await openVault({ target: directory.path, key: 'the second key' });
    const [own, foreign] = [vault, other].map(({ keyId }) => `20261127T080000Z-${keyId}/database.000000`);
    for (const name of [own, foreign]) await vault.put(name ?? '', Buffer.from('a part'));
    await removeOldBackups(vault, 0);
    const left = await vault.store.list('');
    expect([own, foreign].filter((name) => left.includes(name ?? ''))).toEqual([foreign]);
  });
});
