import { existsSync, globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * Run by each project's `lint` in the project's folder, and by `npm test` in the workspace's root, where it reads each
 * file once for all projects: no import goes in a circle, and where a project has a `layers.mjs`, none goes upwards.
 * Imports of types and dynamic imports count.
 *
 * `layers.mjs` lists the layers from the bottom up. Each is a list of folders and files of `src`, or of the project
 * where it has no such folder. A file imports from its own folder and from the layers below; parts of one layer do not
 * import each other.
 */

const isRoot = existsSync('nx.json');
const projects = isRoot ? globSync(['apps/*', 'libs/*', 'tools']).map((folder) => `${folder}/`) : [''];

/** @param {string} project its folder, with a slash at the end */
async function layerRules(project) {
  const table = resolve(`${project}layers.mjs`);
  if (!existsSync(table)) return [];
  /** @type {readonly (readonly string[])[]} */
  const layers = (await import(pathToFileURL(table).href)).default;
  const folder = existsSync(`${project}src`) ? `${project}src/` : project;
  const sources = folder === '' ? '^(?!\\.\\.|node_modules)' : `^${folder}`;
  /** A regular expression for everything in these folders and files of the sources. */
  const pathOf = (parts) => `${sources}(${parts.map((part) => part.replaceAll('.', '\\.')).join('|')})(/|$)`;
  const upwards = layers.flatMap((layer, index) =>
    layer.map((part) => ({
      name: `${folder}${part} imports from its own layer or above`,
      severity: 'error',
      from: { path: pathOf([part]) },
      to: { path: pathOf(layers.flat()), pathNot: pathOf([part, ...layers.slice(0, index).flat()]) },
    })),
  );
  const unlisted = {
    name: `not in ${project}layers.mjs`,
    severity: 'error',
    from: { path: sources, pathNot: pathOf(layers.flat()) },
    to: {},
  };
  return [...upwards, unlisted];
}

export default {
  forbidden: [
    { name: 'circle', severity: 'error', from: {}, to: { circular: true } },
    ...(await Promise.all(projects.map(layerRules))).flat(),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.spec\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: isRoot ? 'tsconfig.base.json' : 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['@haru/source', 'import', 'node', 'default'] },
  },
};
