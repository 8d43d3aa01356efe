import { spawnTypeScript } from '@haru/testing';
import { expect, it } from '@jest/globals';

it('the viewer loads nothing of the queues and of the check of pages, which takes memory from its pages', async () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });`;
  const viewer = spawnTypeScript(new URL('../src/viewer.ts', import.meta.url), {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hooks)}`, DATABASE_URL: undefined },
  });
  // It loads all of its modules, and ends because settings are missing.
  expect((await viewer.exited).code).toBe(1);
  const loadedOf = (name: string) => viewer.lines.filter((line) => line.includes(`/node_modules/${name}/`));
  expect(loadedOf('pg')).not.toEqual([]);
  expect(viewer.lines.filter((line) => line.includes('/page-checker.'))).toEqual([]);
  expect([...loadedOf('bullmq'), ...loadedOf('@nestjs/schedule')]).toEqual([]);
}, 60_000);
