import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

/** A Ctrl-C reaches us from the terminal and once more from npm; only one that comes later is a second request. */
const SAME_WISH_MS = 1_000;

/**
 * Runs tools/<command>/main.ts and resolves to its exit code. Signals are passed on; if we are killed, the command
 * notices by its IPC channel closing.
 */
export function handOver({ root, node, command, args }) {
  const bin = join(root, 'node_modules', '.bin');
  const hook = join(root, 'tools', 'register-typescript.mjs');
  const child = spawn(
    node,
    [
      '--conditions=@haru/source',
      '--enable-source-maps',
      // What starts the system is idle afterwards, and V8 keeps the space of its start: 40 MB with the default.
      ...(command === 'start' ? ['--max-semi-space-size=1'] : []),
      '--import',
      hook,
      join(root, 'tools', command, 'main.ts'),
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // It has a session of its own, so that a Ctrl-C in the terminal reaches it once, through us.
      detached: true,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    },
  );

  let lastWish = 0;
  const pass = (signal) => {
    if (Date.now() - lastWish < SAME_WISH_MS) return;
    lastWish = Date.now();
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);

  // npm or its shell was killed (SIGKILL): no parent is left that could ask us to stop.
  const starters = startersOfNpmScript();
  const watchStarters = setInterval(() => {
    if (starters.join() !== startersOfNpmScript().join()) pass('SIGTERM');
  }, 1_000);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(watchStarters);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** The shell that npm runs us in, and npm itself where the system tells; undefined when npm did not start us. */
function startersOfNpmScript() {
  if (!process.env.npm_lifecycle_event) return [];
  try {
    const fields = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return [process.ppid, Number(fields[1])];
  } catch {
    return [process.ppid];
  }
}
