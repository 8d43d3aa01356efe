import { defaultPageRuleSettings as rules } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { checkWith } from './check-worker.js';

const check = (html: string, isCompared = false) => checkWith({ rules, findsSecrets: true }, { html, isCompared });

// The key is in parts, so that scanners of this repository do not find it.
const key = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
const phishing = '<title>楽天カード ログイン</title><form><input type="password"></form>';

it('looks for secrets once the rules have passed a page, and never in one that is refused', async () => {
  expect(await check(`<pre>${key}</pre>`)).toMatchObject({ outcome: 'passed', secrets: [{ line: 1 }] });
  const refused = await check(phishing + key);
  expect(refused.outcome).toBe('refused');
  expect(refused).not.toHaveProperty('secrets');
});

it('computes the similarity of a page only where it is compared', async () => {
  const pages = [`<p>${'春はあけぼの、夏は夜。'.repeat(20)}</p>`, `<input>${'春はあけぼの、夏は夜。'.repeat(20)}`];
  for (const page of pages) {
    expect((await check(page)).similarity).toBeUndefined();
    expect(await check(page, true)).toMatchObject({ similarity: expect.any(String) });
  }
});

it('reads the markup and the strings of a component, and names lines of its source', async () => {
  const inMarkup = `export default () => <main>
  <h1>楽天カード ログイン</h1>
  <form><input type="password"/></form></main>`;
  const inStrings = `import { createElement as e } from 'react';
export default () => e('form', null, e('h1', null, '楽天カード ログイン'), e('input', { placeholder: 'パスワード' }));`;
  for (const html of [inMarkup, inStrings]) {
    const found = await checkWith({ rules }, { html, format: 'component', isCompared: false });
    expect(found.outcome).not.toBe('passed');
    expect(found.signals.every(({ line }) => line <= 3)).toBe(true);
  }
  const made = await checkWith({ rules }, { html: 'export default 1 +', format: 'component', isCompared: false });
  expect(made.fault).toMatchObject({ code: 'COMPONENT_INVALID' });
});

it.each([
  ['ends never', 'for (;;) {} export default () => <p/>'],
  ['is nested deeply', `export default () => ${'<b>'.repeat(40_000)}${'</b>'.repeat(40_000)}`],
  ['has 1 MiB of open tags', `export default () => ${'<a '.repeat(349_000)}`],
  ['ends its script', `export default () => <p>{'</script><script>alert(1)<!--<script>'}</p>`],
  [
    'has names of prototypes',
    `import x from '__proto__'; import y from 'constructor'; export default () => <p>{x}{y}</p>`,
  ],
])(
  'bounds a component that %s',
  async (_what, html) => {
    const { rendered, fault, isComplete } = await checkWith(
      { rules },
      { html, format: 'component', isCompared: false },
    );
    expect(fault ?? (rendered?.match(/<\/script>/g)?.length === 4 || !isComplete)).toBeTruthy();
  },
  10_000,
);
