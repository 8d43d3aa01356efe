import { describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompressDirectory } from './precompress.js';

describe('precompressing the output', () => {
  it('puts a gzip and a brotli file beside each text file, in every folder', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'precompress-'));
    try {
      await mkdir(join(directory, 'assets'));
      await writeFile(join(directory, 'index.html'), '<p>春</p>');
      await writeFile(join(directory, 'assets/app.js'), 'export {};');
      await writeFile(join(directory, 'assets/photo.png'), 'binary');
      await precompressDirectory(directory);
      expect((await readdir(join(directory, 'assets'))).toSorted()).toEqual([
        'app.js',
        'app.js.br',
        'app.js.gz',
        'photo.png',
      ]);
      expect(gunzipSync(await readFile(join(directory, 'index.html.gz'))).toString()).toBe('<p>春</p>');
      expect(brotliDecompressSync(await readFile(join(directory, 'assets/app.js.br'))).toString()).toBe('export {};');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
