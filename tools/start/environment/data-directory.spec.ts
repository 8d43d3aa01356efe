import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startPostgresServer } from '@haru/local-servers';
import { temporaryDirectory } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { takeDataDirectory } from './data-directory.js';

it('refuses the data of a newer version, and takes those of the same or an older one', async () => {
  const directory = await temporaryDirectory('haru-data-');
  const start = async (version: string) => {
    const data = await takeDataDirectory(directory.path, false, version);
    await data.noteVersion();
    await data.release();
  };
  await start('0.9.0');
  await start('0.10.0');
  await expect(start('0.9.0')).rejects.toThrow('made by Haru 0.10.0, and this is 0.9.0. Start 0.10.0 or newer');
  await start('0.10.0');
  await directory.remove();
});

it('refuses data that a running process has, but not those of an ended process whose number was given away', async () => {
  const directory = await temporaryDirectory('haru-data-');
  const { release } = await takeDataDirectory(directory.path, false);
  await expect(takeDataDirectory(directory.path, false)).rejects.toThrow('Haru runs already');
  // In another container this process has another number, or none.
  await writeFile(join(directory.path, 'start.pid'), `${process.ppid} 1`);
  await expect(takeDataDirectory(directory.path, false)).rejects.toThrow('Haru runs already');
  await release();
  await writeFile(join(directory.path, 'start.pid'), `${process.ppid} 1`);
  const other = await takeDataDirectory(directory.path, false);
  await other.release();
  await directory.remove();
});

it('refuses the data of another major version of PostgreSQL', async () => {
  const directory = await temporaryDirectory('haru-data-');
  const cluster = join(directory.path, 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(join(cluster, 'PG_VERSION'), '17\n');
  await writeFile(join(cluster, 'postgresql.conf'), '');
  if (process.getuid?.() === 0) await chown(cluster, 65_534, 65_534);
  const start = startPostgresServer({ directory: cluster, port: await freePort(), password: 'x' });
  await expect(start).rejects.toThrow('PostgreSQL 17 made the data');
  await directory.remove();
});
