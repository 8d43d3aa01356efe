import { execFileSync } from 'node:child_process';

/** A server that is stopped says nothing and closes nothing, as one whose host is lost. Its child processes stop, too. */
export async function whileFrozen(pids: readonly number[], during: () => Promise<void>): Promise<void> {
  const family = pids.flatMap((pid) => [pid, ...childrenOf(pid)]);
  try {
    for (const one of family) process.kill(one, 'SIGSTOP');
    await during();
  } finally {
    for (const one of family) process.kill(one, 'SIGCONT');
  }
}

function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}
