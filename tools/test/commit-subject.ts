import { spawnSync } from 'node:child_process';
import { root } from '../common/workspace.js';

const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const SUBJECT = new RegExp(`^(${TYPES.join('|')})(\\([a-z0-9-]+(, ?[a-z0-9-]+)*\\))?: \\S`);
const MAX_LENGTH = 72;

/** What is wrong with the subject of a commit, which is `type(scope): what`. */
export function subjectFault(subject: string): string | undefined {
  if (subject.length > MAX_LENGTH) return `It has ${subject.length} characters; ${MAX_LENGTH} are allowed.`;
  return SUBJECT.test(subject) ? undefined : `It must be \`type(scope): what\`, with one of ${TYPES.join(', ')}.`;
}

/**
 * The subject of the last commit that is not a merge, whose subject git writes. There is none where the sources are no
 * checkout, where git does not trust the folder, or where a shallow clone has only a merge.
 */
export function lastSubject(): string | undefined {
  const { stdout } = spawnSync('git', ['log', '-1', '--no-merges', '--format=%s'], { cwd: root, encoding: 'utf8' });
  return (stdout as string | null)?.trim() || undefined;
}
