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
