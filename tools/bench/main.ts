/** `npm run bench -- <name>…` runs tools/bench/<name>.ts; without a name all of them, one after the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'main.ts');
const all = files.map((file) => basename(file, '.ts'));

const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}

let child: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child?.kill(signal));
process.on('disconnect', () => child?.kill('SIGTERM'));
const failed: string[] = [];
for (const name of names.length ? names : all) {
  console.log(`\n${name}\n`);
  child = spawn(process.execPath, [...process.execArgv, `${folder}${name}.ts`], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) failed.push(name);
}
if (failed.length) console.error(`\nNot within its limits: ${failed.join(', ')}`);
// An open IPC channel would keep us alive.
process.exit(failed.length ? 1 : 0);
