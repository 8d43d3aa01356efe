import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@haru/local-servers';
import { startNode, type RunningCommand } from '../common/run-command.js';
import { root } from '../common/workspace.js';
import type { Tally } from './tally.js';

/** A project that takes longer is taken to hang. */
const TIMEOUT_MS = 20 * 60_000;
/** This many workers of Jest run at a time. They often wait for servers, so four of them use two cores. */
const MAX_WORKERS = 4;
/** A Jest process that runs on for so long after its report has a handle open. */
const LEAK_GRACE_MS = 20_000;

/** The part of Jest's `--json` that counts. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; status: string; message: string }[];
}

/** Folders with a Jest configuration, those with the most specs first: they take longest, and run side by side. */
export function jestProjects(): string[] {
  const found = ['libs/*', 'apps/*', 'tools'].flatMap((folder) => globSync(`${folder}/jest.config.mjs`, { cwd: root }));
  const projects = found.map((file) => dirname(file));
  const specs = new Map(
    projects.map((folder) => [folder, globSync(`${folder}/**/*.spec.{ts,tsx}`, { cwd: root }).length]),
  );
  return projects.sort((one, other) => (specs.get(other) ?? 0) - (specs.get(one) ?? 0));
}

/** Jest for a project or for the browser flows. */
export interface Step {
  /** The workers that this Jest starts on two cores. */
  workers: 1 | 2;
  run: () => Promise<void>;
}

/** Runs the steps in this order, each as soon as its workers fit beside those that run. */
export async function runSideBySide(steps: readonly Step[]): Promise<void> {
  const running = new Set<Promise<void>>();
  let free = MAX_WORKERS;
  for (const { workers, run } of steps) {
    while (free < workers) await Promise.race(running);
    free -= workers;
    const step = run().finally(() => {
      free += workers;
      running.delete(step);
    });
    running.add(step);
  }
  await Promise.all(running);
}

/** Runs one folder's tests, or these `files` of it, and adds them up; a test that was skipped counts as failed. */
export async function runJest(
  name: string,
  folder: string,
  tally: Tally,
  { env, files = [] }: { env?: Record<string, string>; files?: readonly string[] } = {},
): Promise<void> {
  const started = Date.now();
  const directory = await temporaryDirectory('haru-jest-');
  const reportFile = join(directory.path, 'report.json');
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const running = startNode(
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      ...[jest, '--json', `--outputFile=${reportFile}`, ...files],
    ],
    { cwd: join(root, folder), env: { FORCE_COLOR: '0', ...env }, timeoutMs: TIMEOUT_MS },
  );
  const stopWatching = endOnceReported(running, reportFile);
  const { code, output } = await running.done;
  stopWatching();
  const seconds = (Date.now() - started) / 1000;
  if (!existsSync(reportFile)) {
    tally.add(name, { passed: 0, failed: 1, details: output, seconds });
  } else {
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as JestReport;
    const skipped = report.numPendingTests + report.numTodoTests;
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
    const messages = report.testResults.filter(({ status }) => status === 'failed').map(({ message }) => message);
    if (skipped) messages.push(`${skipped} skipped: a test that does not run proves nothing.`);
    if (code !== 0 && failed === 0) messages.push(output.slice(-4_000));
    tally.add(name, {
      passed: report.numPassedTests,
      // Jest may fail without a failed test: a handle left open, a broken teardown.
      failed: failed || (code === 0 ? 0 : 1),
      details: messages.join('\n\n'),
      seconds,
    });
  }
  await directory.remove();
}

/** Jest writes its report when all tests are done; what keeps it alive long after that is a leak, and it then ends with a failure. */
function endOnceReported(running: RunningCommand, reportFile: string): () => void {
  let grace: NodeJS.Timeout | undefined;
  const look = setInterval(() => {
    if (!existsSync(reportFile)) return;
    grace ??= setTimeout(() => void running.stop(), LEAK_GRACE_MS);
  }, 1_000);
  return () => {
    clearInterval(look);
    clearTimeout(grace);
  };
}
