/**
 * Turns a project's src into dist (`node ../../tools/build/compile.mjs`, in the project's folder): the same SWC settings
 * as tests and `npm run dev`, one file for one file, without the specs. Types are checked by the typecheck target.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from '@swc/core';
import swcConfig from '../../swc.config.mjs';

const isSource = (path) => path.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(path);
const isAsset = (path) => !/\.[cm]?tsx?$/.test(path);

await rm('dist', { recursive: true, force: true });
const entries = await readdir('src', { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice('src/'.length));

await Promise.all(
  files.map(async (file) => {
    const from = join('src', file);
    const to = join('dist', file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(to), { recursive: true });
    if (isAsset(file)) return cp(from, to);
    if (!isSource(file)) return undefined;
    const { code, map } = await transform(await readFile(from, 'utf8'), {
      ...swcConfig,
      sourceMaps: true,
      // Each process would keep the sources of its modules, 1 MB.
      inlineSourcesContent: false,
      swcrc: false,
      filename: from,
      sourceFileName: join('..', from),
    });
    return Promise.all([
      writeFile(to, `${code}\n//# sourceMappingURL=${to.split('/').at(-1)}.map\n`),
      writeFile(`${to}.map`, map ?? ''),
    ]);
  }),
);
