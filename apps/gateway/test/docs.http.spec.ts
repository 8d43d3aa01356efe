import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCodes } from '@haru/contracts';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docsPages } from '../src/docs/docs-texts.js';
import type { ApiDocument } from '../src/docs/route-pages.js';
import { makeApiKey } from './keys-of-tests.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';

const run = promisify(execFile);
const cli = new URL('../../cli', import.meta.url).pathname;
const vite = new URL('../../../node_modules/vite/bin/vite.js', import.meta.url).pathname;
const tokensOfApp = new URL('../../web/src/styles/tokens.css', import.meta.url);
const styles = new URL('../src/docs/assets/site.css', import.meta.url);
const languages = ['en', 'ja'] as const;

let people: People;
let folder: TemporaryDirectory;
let env: Record<string, string>;
let document: ApiDocument;
beforeAll(async () => {
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: cli });
  people = await sharedSystem();
  folder = await temporaryDirectory('haru-docs-');
  const { token } = await people.register();
  const { key } = await makeApiKey(people, token);
  env = {
    PATH: `${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`,
    HOME: folder.path,
    HARU_KEY: key,
    ACCESS_TOKEN: token,
    ANON_KEY: people.anonKey,
  };
  document = (await (await fetch(`${people.origin}/openapi.json`)).json()) as ApiDocument;
}, START_WITHIN_MS);
afterAll(() => folder.remove());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${people.origin}/docs${path}`, { headers, redirect: 'manual' });
const textOf = async (path: string) => {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the documentation', () => {
  it.each([
    ['', undefined, '/docs/en/quick-start'],
    ['', 'ja,en;q=0.5', '/docs/ja/quick-start'],
    ['/', 'ja', '/docs/ja/quick-start'],
    ['/ja', 'en', '/docs/ja/quick-start'],
    ['/errors', 'ja', '/docs/ja/errors'],
    ['//evil.example', 'en', undefined],
    ['/%2F%2Fevil.example', 'en', '/docs/en/%2F%2Fevil.example'],
  ])('at /docs%s for %s leads to %s', async (path, language, location) => {
    const answer = await get(path, language ? { 'accept-language': language } : {});
    expect([answer.status, answer.headers.get('location')]).toEqual(location ? [302, location] : [404, null]);
  });

  it.each(languages)('in %s has pages whose links all lead somewhere', async (language) => {
    const pages = new Map(
      await Promise.all(docsPages.map(async (page) => [page, await textOf(`/${language}/${page}`)] as const)),
    );
    for (const [page, html] of pages) {
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/(?<!\$)\{origin\}|\{\{|undefined/);
      for (const [, target = '', id = ''] of html.matchAll(/href="(?!http|\/|#)([\w-]*)(?:#([^"]*))?"/g)) {
        const found = pages.get(target as (typeof docsPages)[number]);
        expect({ page, target, isFound: found !== undefined && (id === '' || idsIn(found).has(id)) }).toEqual({
          page,
          target,
          isFound: true,
        });
      }
      for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(idsIn(html)).toContain(id);
      expect(await textOf(`/${language}/${page}.md`)).toMatch(/^# /);
    }
  });

  it.each(languages)('in %s has a section for every error code, with its cause and remedy', async (language) => {
    const markdown = await textOf(`/${language}/errors.md`);
    const ids = idsIn(await textOf(`/${language}/errors`));
    for (const code of errorCodes) {
      expect(ids).toContain(code);
      const pattern = new RegExp(`^### ${code} \\{#${code}\\}\\n\\n\`\\d{3}\` .+  \\n\\*\\*[^*]+\\*\\* .{3,}$`, 'm');
      expect(markdown).toMatch(pattern);
      if (language === 'ja') expect(pattern.exec(markdown)?.[0]).toMatch(/`\d{3}`.*[ぁ-ん].*\n.*対処.*[ぁ-ん]/);
    }
    // The document names codes as clients of each API read them.
    const named = operations().flatMap(({ responses }) =>
      Object.values(responses).flatMap(
        ({ description = '' }) => /^Refused: (.*)$/.exec(description)?.[1]?.split(', ') ?? [],
      ),
    );
    expect([...new Set(named)].filter((code) => !ids.has(code))).toEqual([]);
  });

  it.each(languages)('in %s has every route, once', async (language) => {
    const pages = docsPages.filter((page) => page.startsWith('routes-'));
    const html = (await Promise.all(pages.map((page) => textOf(`/${language}/${page}`)))).join('\n');
    for (const { operationId } of operations()) {
      expect([operationId, html.split(` id="${operationId}"`).length - 1]).toEqual([operationId, 1]);
    }
  });

  it('says in Japanese what each route does', async () => {
    const file = new URL('../texts/docs/ja/routes.json', import.meta.url);
    const summaries = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(Object.keys(summaries).toSorted()).toEqual(
      operations()
        .map(({ operationId }) => operationId)
        .toSorted(),
    );
  });

  it('is searched by an index of all sections', async () => {
    const rows = JSON.parse(await textOf('/ja/search.json')) as [string, string, string, string][];
    expect(rows).toContainEqual(['errors', 'PATH_TAKEN', 'PATH_TAKEN', expect.stringContaining('別のパス')]);
    expect(rows).toContainEqual(['limits', 'publishing', '公開', expect.stringContaining('1時間あたり')]);
  });

  it('is compressed, loads its own files only, and lets browsers keep these', async () => {
    const answer = await get('/en/errors', { 'accept-encoding': 'br' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self'/),
    });
    const html = await answer.text();
    const files = [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const asset = await fetch(people.origin + file);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect(html).not.toMatch(/<script>|style=/);
  });

  it.each([
    ['/docs/en/quick-start', 'text/html'],
    ['/docs/en/quick-start.md', 'text/markdown'],
    ['/robots.txt', 'text/plain'],
    ['/.well-known/security.txt', 'text/plain'],
  ])('answers %s to who accepts %s alone, as link previews do', async (path, accept) => {
    const answer = await fetch(people.origin + path, { headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
  });

  it('answers other addresses with a page', async () => {
    for (const path of ['/en/nothing', '/fr/errors', '/ja/nothing.md', '/assets/site.css']) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('has the colours and sizes of the web app', async () => {
    const [own, app] = await Promise.all([styles, tokensOfApp].map((file) => readFile(file, 'utf8')));
    const tokensIn = (css = '') => [...css.matchAll(/^ +(--[\w-]+:\s[^;]*;)$/gm)].map(([, token]) => token);
    expect(tokensIn(app)).toEqual(expect.arrayContaining(tokensIn(own)));
    expect(tokensIn(own).length).toBeGreaterThan(25);
  });
});

describe('SKILL.md', () => {
  it('publishes, updates and checks a page by its lines as printed', async () => {
    const cwd = await mkdtemp(join(folder.path, 'skill-'));
    const skill = await readFile(new URL('../../../SKILL.md', import.meta.url), 'utf8');
    const [publish, read, replace, check] = [...skill.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(
      ([, code = '']) => code,
    );
    await writeFile(join(cwd, 'page.html'), '<h1>by a skill</h1>');
    await writeFile(join(cwd, '.curlrc'), 'fail-with-body\n');
    const edit = "echo '<p>updated' >> page.html";
    const lines = [publish, read, edit, replace, check].join('\n');
    const { stdout } = await run('sh', ['-euc', lines], { cwd, env: { ...env, HARU: people.origin, CURL_HOME: cwd } });
    expect(stdout).toContain('"version":2');
    expect(stdout).toContain('<h1>by a skill</h1><p>updated');
  });
});

describe.each(languages)('the lines of the documentation in %s', (language) => {
  it.each(['quick-start', 'command-line', 'credentials', 'assistants'])(
    'work as printed: %s',
    async (page) => {
      const cwd = await mkdtemp(join(folder.path, `${page}-`));
      const blocks = [...(await textOf(`/${language}/${page}.md`)).matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
      const codeIn = (name: string) => blocks.filter(([, info]) => info === name).map(([, , code = '']) => code);
      expect(
        blocks.map(([, info]) => info).filter((info) => !['sh', 'js', 'python', 'json'].includes(info ?? '')),
      ).toEqual([]);

      // curl ends with 22 for an error only where it is asked to.
      await writeFile(join(cwd, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
      const options = { cwd, env: { ...env, CURL_HOME: cwd } };
      const { stdout } = await run('sh', ['-euc', codeIn('sh').join('\n')], options);
      expect(stdout).not.toBe('');
      if (page === 'quick-start') {
        expect(stdout).toContain('"version":2');
        expect(stdout).toMatch(/etag: "v2"/i);
      }
      for (const [index, code] of codeIn('js').entries()) {
        await writeFile(join(cwd, `${index}.mjs`), code);
        expect((await run(process.execPath, [`${index}.mjs`], options)).stdout).toMatch(/^http\S+\n2\n$/);
      }
      for (const code of codeIn('python')) {
        expect((await run('python3', ['-c', code], options)).stdout).toMatch(/^http\S+\n2\n$/);
      }
    },
    60_000,
  );
});
