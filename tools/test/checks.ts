import { join } from 'node:path';
import { runNode } from '../common/run-command.js';
import { firstViewLine, startNx } from '../start/build.js';
import { root } from '../common/workspace.js';
import { lastSubject, subjectFault } from './commit-subject.js';
import type { Tally } from './tally.js';

/** Runs a command of the installed packages over the whole repository. */
export async function checkCommand(what: string, [name = '', ...args]: readonly string[], tally: Tally): Promise<void> {
  const { code, output } = await runNode([join(root, 'node_modules/.bin', name), ...args]);
  tally.check(what, code === 0, output);
}

/** Whether the subject of the last commit has the form and length that CONTRIBUTING.md asks for. */
export function checkLastCommit(tally: Tally): void {
  const subject = lastSubject();
  const fault = subject && subjectFault(subject);
  tally.check('commit subject', !fault, `${subject}\n${fault}`);
}

/** Runs these targets for every project; each project's is a check of its own. */
export async function checkTargets(targets: readonly string[], tally: Tally): Promise<void> {
  const started = Date.now();
  const { code, output } = await startNx(['run-many', '-t', ...targets, '--outputStyle=static']).done;
  const failed = failedTasks(output);
  for (const task of new Set([...tasksIn(output), ...failed])) {
    if (failed.includes(task)) tally.check(task, false, outputOf(task, output));
    // Other tasks are only dependencies of these, such as the types of the styles.
    else if (targets.some((target) => task.split(':').includes(target))) tally.passed++;
  }
  // Nx itself failed, so no task has the error.
  if (code !== 0 && failed.length === 0) tally.check(targets.join(', '), false, output);
  const budget = firstViewLine(output);
  const count = failed.length ? `${failed.length} failed` : 'all passed';
  console.log(
    `  ${targets.join(', ')}: ${count} (${Math.round((Date.now() - started) / 1000)} s)${budget ? `; ${budget}` : ''}`,
  );
}

/** All tasks that ran or were in the cache, each with a headline like `> nx run @haru/web:build  [local cache]`. */
function tasksIn(output: string): Set<string> {
  return new Set([...output.matchAll(/^> nx run (\S+)/gm)].map(([, task = '']) => task));
}

/** The tasks below "Failed tasks:", each a line like `- @haru/web:build`. */
function failedTasks(output: string): string[] {
  const list = output.split(/Failed tasks:/).at(1) ?? '';
  return [...list.matchAll(/^- (\S+)$/gm)].map(([, task = '']) => task);
}

/** The output of one task, from its headline to the next one. */
function outputOf(task: string, output: string): string {
  const parts = output.split(/^(?=> nx run )/m);
  return parts.find((part) => part.startsWith(`> nx run ${task}`))?.split(/\n NX {3}/)[0] ?? '';
}
