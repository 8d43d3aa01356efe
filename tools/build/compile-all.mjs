/** Compiles every library and server app, and puts what an image needs of each into a folder (`node compile-all.mjs /to`). */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const [to] = process.argv.slice(2);
if (!to) throw new Error('say where to');
const root = join(import.meta.dirname, '../..');
const projects = globSync('{apps,libs}/*', { cwd: root }).filter(
  (project) => !['apps/cli', 'apps/web', 'libs/local-servers', 'libs/testing'].includes(project),
);
for (const project of projects) {
  execFileSync(process.execPath, [join(root, 'tools/build/compile.mjs')], {
    cwd: join(root, project),
    stdio: 'inherit',
  });
  if (existsSync(join(root, project, 'vite.config.mjs'))) {
    execFileSync(join(root, 'node_modules/.bin/vite'), ['build'], { cwd: join(root, project), stdio: 'inherit' });
  }
  for (const part of ['package.json', 'dist', 'texts']) {
    const from = join(root, project, part);
    if (existsSync(from)) cpSync(from, join(to, project, part), { recursive: true });
  }
}
