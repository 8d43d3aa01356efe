/** `npm run bench -- <name>…` runs tools/bench/<name>.ts; without a name all of them, one after the other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const all = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.replace(/\.ts$/, ''));

const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.includes(name) || !existsSync(`${folder}${name}.ts`));
if (unknown.length) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}

const failed: string[] = [];
for (const name of names.length ? names : all) {
  console.log(`\n${name}\n`);
  const child = spawn(process.execPath, [...process.execArgv, `${folder}${name}.ts`], { stdio: 'inherit' });
  const stop = (signal: NodeJS.Signals): boolean => child.kill(signal);
  process
    .on('SIGINT', stop)
    .on('SIGTERM', stop)
    .on('SIGHUP', stop)
    .on('disconnect', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  process
    .removeAllListeners('SIGINT')
    .removeAllListeners('SIGTERM')
    .removeAllListeners('SIGHUP')
    .removeAllListeners('disconnect');
  if (code !== 0) failed.push(name);
}
if (failed.length) console.error(`\nNot within its limits: ${failed.join(', ')}`);
// An open IPC channel would keep us alive.
process.exit(failed.length ? 1 : 0);
