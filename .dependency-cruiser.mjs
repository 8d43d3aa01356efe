import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/*
 * Run by each project's `lint` in the project's folder: no import goes in a circle, and where the project has a
 * `layers.mjs`, none goes upwards. Imports of types and dynamic imports count.
 *
 * `layers.mjs` lists the layers from the bottom up. Each is a list of folders and files of `src`, or of the project
 * where it has no such folder. A file imports from its own folder and from the layers below; parts of one layer do not
 * import each other.
 */

const table = pathToFileURL(`${process.cwd()}/layers.mjs`);
/** @type {readonly (readonly string[])[]} */
const layers = existsSync(table) ? (await import(table.href)).default : [];

const sources = existsSync('src') ? '^src/' : '^(?!\\.\\.|node_modules)';

/** A regular expression for everything in these folders and files of the sources. */
const pathOf = (parts) => `${sources}(${parts.map((part) => part.replaceAll('.', '\\.')).join('|')})(/|$)`;

const upwards = layers.flatMap((layer, index) =>
  layer.map((part) => ({
    name: `${part} imports from its own layer or above`,
    severity: 'error',
    from: { path: pathOf([part]) },
    to: { path: pathOf(layers.flat()), pathNot: pathOf([part, ...layers.slice(0, index).flat()]) },
  })),
);

const unlisted = {
  name: 'not in layers.mjs',
  severity: 'error',
  from: { path: sources, pathNot: pathOf(layers.flat()) },
  to: {},
};

export default {
  forbidden: [
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    ...(layers.length > 0 ? [...upwards, unlisted] : []),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.spec\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['@haru/source', 'import', 'node', 'default'] },
  },
};
