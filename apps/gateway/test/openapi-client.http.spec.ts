import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { makeApiKey } from './keys-of-tests.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';

const run = promisify(execFile);
const tsc = new URL('../../../node_modules/typescript-native/bin/tsc', import.meta.url).pathname;

let people: People;
let document: string;
beforeAll(async () => {
  people = await sharedSystem();
  document = await (await fetch(`${people.origin}/openapi.json`)).text();
}, START_WITHIN_MS);

/** A user of the API would write this; its types are those of the document. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

const published = await client.POST('/functions/v1/create-site', { body: { html_content: '<h1>typed</h1>' } });
if (!published.data) throw new Error(JSON.stringify(published.error));
const { path, url } = published.data.site;

const updated = await client.PUT('/functions/v1/pages/{path}/source', {
  params: { path: { path }, header: { 'If-Match': '"v1"' } },
  headers: { 'content-type': 'text/html' },
  body: '<h1>typed again</h1>',
  bodySerializer: (page) => page,
});
if (!updated.data) throw new Error(JSON.stringify(updated.error));
console.log(JSON.stringify({ url, version: updated.data.site.version }));
`;

describe('the OpenAPI document', () => {
  it('has no error for the linter of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: document, config });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('makes the types of a client that publishes and updates', async () => {
    // The client is found in the packages of the repository.
    const folder = await mkdtemp(join(import.meta.dirname, 'openapi-client-'));
    try {
      await writeFile(join(folder, 'api.ts'), astToString(await openapiTypeScript(document)));
      await writeFile(join(folder, 'program.ts'), program);
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        'nodenext',
      ];
      await run(process.execPath, [tsc, ...options, '--types', 'node', join(folder, 'program.ts')]);

      const { key } = await makeApiKey(people, (await people.register()).token);
      const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), people.origin, key]);
      const { url, version } = JSON.parse(stdout) as { url: string; version: number };
      expect(version).toBe(2);
      expect(await (await fetch(url)).text()).toContain('<h1>typed again</h1>');
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);
});
