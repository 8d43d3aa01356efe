import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const textFile = /\.(?:html|js|css|svg|json|txt)$/;

/** Puts a `.gz` and a `.br` beside every text file of the output, so that no request compresses anything. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options) {
      if (!options.dir) throw new Error('precompress needs an output directory');
      await precompressDirectory(options.dir);
    },
  };
}

/** Does the work of {@link precompress} for every text file below `directory`. */
export async function precompressDirectory(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && textFile.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
    promisify(brotliCompress)(content, { params: quality }).then((packed) => writeFile(`${path}.br`, packed)),
  ]);
}
