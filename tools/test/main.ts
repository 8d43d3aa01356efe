/**
 * `npm test` runs every check and test. The last line is `N passed, N failed`.
 * `npm test -- messaging web flows` runs only these parts: projects by folder name, `format`, `lint`, `typecheck`, `build`, `flows`.
 */
import { basename } from 'node:path';
import { findChromium, findRedis } from '@haru/local-servers';
import { startTestPostgres, TEST_POSTGRES_VARIABLE } from '@haru/testing';
import { installRenderer } from '../deploy/kustomize.js';
import { startNx } from '../start/build.js';
import { checkCommand, checkLastCommit, checkTargets } from './checks.js';
import { runFlows } from './flows.js';
import { jestProjects, runJest, runSideBySide, type Step } from './jest-project.js';
import { Tally } from './tally.js';

const CHECKS = ['lint', 'typecheck', 'build'];
/** Each runs once for all projects, which takes half the processor time of a run for each. */
const LINTERS = {
  eslint: ['eslint', 'apps', 'libs', 'tools'],
  imports: ['depcruise', '--config', '.dependency-cruiser.mjs', 'apps', 'libs', 'tools'],
  'unused code': ['knip'],
};
const say = (line: string): void => console.log(line);

// The reaper ends servers, Jest and Nx if they still run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    console.error('Broken off.');
    process.exit(130);
  });
}

const projects = jestProjects();
const known = ['format', ...CHECKS, ...projects.map((folder) => basename(folder)), 'flows'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !known.includes(part));
if (unknown.length) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

const tally = new Tally();

/** Installs what the tests of these folders, and the flows, need. A package manager does one thing at a time. */
async function installPrograms(folders: readonly string[]): Promise<void> {
  if (folders.length || isWanted('flows')) await findRedis(say);
  if (isWanted('flows')) await findChromium(say);
  if (folders.includes('tools')) {
    // Only the tests of k8s/ need it, and they report when it is missing.
    await installRenderer(say).catch((error: unknown) => tally.check('kubectl', false, String(error)));
  }
}

try {
  const folders = projects.filter((folder) => isWanted(basename(folder)));
  if (isWanted('lint')) {
    checkLastCommit(tally);
    // ESLint's rule for imports fails while Nx is writing its graph of the projects for the first time.
    await startNx(['show', 'projects']).done;
  }
  // oxlint reads the types of the style sheets.
  const targets = [...['typecheck', 'build'].filter(isWanted), ...(isWanted('lint') ? ['css-types'] : [])];
  await Promise.all([
    // It waits for the network and the disk, the checks need the processor.
    installPrograms(folders),
    isWanted('format') ? checkCommand('format', ['prettier', '--check', '.'], tally) : undefined,
    ...Object.entries(isWanted('lint') ? LINTERS : {}).map(([what, command]) => checkCommand(what, command, tally)),
    (targets.length ? checkTargets(targets, tally) : Promise.resolve()).then(() =>
      isWanted('lint') ? checkCommand('oxlint', ['oxlint', '--config', '.oxlintrc.json', '.'], tally) : undefined,
    ),
    // Tests of the service publish the libraries of components, which are built.
    folders.length && !isWanted('build') ? startNx(['build', '@haru/page-render']).done : undefined,
  ]);

  const postgres = folders.length ? await startTestPostgres() : undefined;
  if (postgres) process.env[TEST_POSTGRES_VARIABLE] = postgres.url;
  // The flows take longest.
  const flows: Step[] = isWanted('flows') ? [{ workers: 2, run: () => runFlows(tally) }] : [];
  const projectSteps = folders.map((folder): Step => ({ workers: 1, run: () => runJest(folder, folder, tally) }));
  await runSideBySide([...flows, ...projectSteps]);
  await postgres?.stop();
} catch (error) {
  tally.check('the test run', false, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

console.log(`\n${tally.summary()}`);
process.exit(tally.failed ? 1 : 0);
