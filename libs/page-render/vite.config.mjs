/**
 * Builds the libraries that components import as ESM files whose names have their hash, and lists them in
 * `src/component/libraries.ts`. `HARU_WRITE_LIBRARIES=1` writes the list; otherwise the build fails if it differs.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format } from 'prettier';
import lucide from 'lucide-react/package.json' with { type: 'json' };
import dom from 'react-dom/package.json' with { type: 'json' };
import react from 'react/package.json' with { type: 'json' };
import recharts from 'recharts/package.json' with { type: 'json' };
import tailwind from '@tailwindcss/browser/package.json' with { type: 'json' };
import { defineConfig } from 'vite';

process.env.NODE_ENV = 'production';
const require = createRequire(import.meta.url);
const LIST = join(import.meta.dirname, 'src/component/libraries.ts');
const PREFIX = 'library:';

/** These packages are CommonJS, so their names are listed. The others are ESM. */
const common = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
const modules = [...common, 'lucide-react', 'recharts'];
const nameOf = (module) => module.replaceAll('/', '-');

function entryOf(module) {
  if (!common.includes(module)) return `export * from '${module}';`;
  const names = Object.keys(require(module)).filter((name) => /^[A-Za-z]\w*$/.test(name));
  return `import library from '${module}'; export default library; export const { ${names.join(', ')} } = library;`;
}

/** The chunks import each other, so a module needs its own file and those that it imports. */
function filesOf(file, bundle, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const other of bundle[file].imports) filesOf(other, bundle, found);
  return found;
}

const libraries = {
  name: 'libraries',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${PREFIX}`) ? entryOf(id.slice(PREFIX.length + 1)) : null),
  async buildStart() {
    const source = await readFile(require.resolve(tailwind.name));
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
    this.emitFile({ type: 'asset', fileName: `tailwind-${hash}.js`, source });
  },
  async writeBundle(_options, bundle) {
    const files = Object.values(bundle);
    const list = {
      modules: Object.fromEntries(
        modules.map((module) => {
          const { fileName } = files.find((file) => file.isEntry && file.name === nameOf(module));
          return [module, [...filesOf(fileName, bundle)]];
        }),
      ),
      tailwind: files.find(({ fileName }) => fileName.startsWith('tailwind-')).fileName,
    };
    const source = `/** Pages load libraries from this folder beside them. */
export const LIBRARY_FOLDER = 'lib';

/** The build writes it. The first file of a module exports it, and loads the others. */
export const libraries = ${JSON.stringify(list)};`;
    const text = await format(source, { parser: 'typescript', printWidth: 120, singleQuote: true });
    if (process.env.HARU_WRITE_LIBRARIES === '1') await writeFile(LIST, text);
    else if ((await readFile(LIST, 'utf8')) !== text) {
      throw new Error('The list of libraries is outdated: HARU_WRITE_LIBRARIES=1 npx nx build page-render writes it.');
    }
  },
};

const versions = [react, dom, lucide, recharts].map(({ name, version, license }) => `${name} ${version} (${license})`);

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [libraries],
  build: {
    outDir: 'dist/libraries',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(modules.map((module) => [nameOf(module), `${PREFIX}${module}`])),
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name]-[hash].js',
        // The viewer knows by such a name that the file never changes.
        hashCharacters: 'hex',
        chunkFileNames: '[name]-[hash].js',
        postBanner: `/*! ${versions.join(', ')} */`,
      },
    },
  },
});
