import { PAGE_RULES_VERSION } from '@haru/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { checkPage } from './check-page.js';
import { PageChecker } from './page-checker.js';

const phishing = '<title>楽天カード ログイン</title>\n<form><input type="password"></form>';
const logger = { warn: jest.fn() };
const checked = (html: string) => Promise.resolve(checkPage(html));

describe('PageChecker', () => {
  it('refuses with each rule, its line and column, and what stands there', async () => {
    await expect(new PageChecker(checked, logger).check(phishing)).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
      findings: [
        { rule: 'credential.password', line: 2, column: 7, excerpt: '<input type="password">' },
        { rule: 'brand.title', line: 1, column: 1 },
      ],
    });
  });

  it('names the brand for which the page is refused, and no other', async () => {
    const page = phishing + '<a href="https://www.amazon.co.jp/">x</a>'.repeat(5);
    const refusal = new PageChecker(checked, logger).check(page);
    await expect(refusal).rejects.toMatchObject({
      findings: [{ rule: 'credential.password' }, { rule: 'brand.title' }],
    });
  });

  it('answers what is stored with a page that passed', async () => {
    const check = await new PageChecker(checked, logger).check('<title>やあ</title><input type="password">');
    expect(check).toMatchObject({
      outcome: 'passed',
      rules: PAGE_RULES_VERSION,
      signals: [{ rule: 'credential.password', weight: 3 }],
    });
  });

  it('refuses known contents, text alone and what resembles one as well', async () => {
    const refusal = (html: string, known: { has: () => Promise<boolean>; hasSimilar: () => boolean }) =>
      new PageChecker(checked, logger, { known: { comparesTexts: true, ...known } }).check(html);
    const same = { has: () => Promise.resolve(true), hasSimilar: () => false };
    await expect(refusal('<p>春</p>', same)).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
      findings: [{ rule: 'known.content', line: 1, column: 1, excerpt: '<p>春</p>' }],
    });
    const similar = { has: () => Promise.resolve(false), hasSimilar: () => true };
    const page = `<a href="#">x</a>${Array.from({ length: 99 }, (_, at) => `${at}番`).join('')}`;
    await expect(refusal(page, similar)).rejects.toMatchObject({ findings: [{ rule: 'known.content' }] });
    await expect(refusal(page.replaceAll(/<.*?>/g, ''), similar)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    await expect(refusal('<a href="#">x</a>', similar)).resolves.toMatchObject({ outcome: 'passed' });
  });

  it('counts what comes of each check', async () => {
    const counted: string[] = [];
    const checker = (run: typeof checked) =>
      new PageChecker(run, logger, { count: (outcome) => counted.push(outcome) });
    await checker(checked).check('<p>春</p>');
    await expect(checker(checked).check(phishing)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    await checker(() => Promise.reject(new Error('no thread'))).check(phishing);
    expect(counted).toEqual(['passed', 'refused', 'unchecked']);
  });

  it('lets a page pass that the checker fails on', async () => {
    const failing = new PageChecker(() => Promise.reject(new Error('no thread')), logger);
    expect(await failing.check(phishing)).toEqual({ outcome: 'unchecked', rules: null, signals: [] });
    expect(logger.warn).toHaveBeenCalledWith(
      expect.objectContaining({ characters: phishing.length }),
      expect.anything(),
    );
  });

  it('ends a check that is not done in time, and lets the page pass', async () => {
    const untilEnded = (_: string, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    expect(await new PageChecker(untilEnded, logger, { timeoutMs: 5 }).check(phishing)).toMatchObject({
      outcome: 'unchecked',
    });
  });

  it('passes a page of text alone without a thread', async () => {
    const run = jest.fn(checked);
    const page = '<title>やあ</title><p>春</p>';
    expect(await new PageChecker(run, logger).check(page)).toEqual({
      outcome: 'passed',
      rules: PAGE_RULES_VERSION,
      signals: [],
    });
    expect(run).not.toHaveBeenCalled();
  });

  it.each([
    ['without a thread', 'short', 20, 0],
    ['in a thread', 'long', 200, 1],
  ])('compares %s the text of a %s page of text alone', async (_where, _length, sentences, asked) => {
    const run = jest.fn(checked);
    const known = { comparesTexts: true, has: () => Promise.resolve(false), hasSimilar: jest.fn((_: string) => true) };
    const page = `<p>${'春はあけぼの、夏は夜。'.repeat(sentences)}</p>`;
    await expect(new PageChecker(run, logger, { known }).check(page)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    expect(run).toHaveBeenCalledTimes(asked);
    expect(known.hasSimilar).toHaveBeenCalledWith(checkPage(page).similarity ?? '');
  });

  it('warns of secrets in a page of text alone', async () => {
    const secrets = [{ rule: 'github', line: 1 }];
    const run = jest.fn(() => Promise.resolve({ ...checkPage('<p>'), secrets }));
    const page = `<pre>${'k'.repeat(40)}</pre>`;
    expect(await new PageChecker(run, logger).check(page)).toMatchObject({ outcome: 'passed', secrets });
  });

  it('says when a page was not read to its end', async () => {
    const unfinished = (html: string) => Promise.resolve(checkPage(html, 0));
    const page = '<a>いろは</a>'.repeat(20_000);
    expect(await new PageChecker(unfinished, logger).check(page)).toMatchObject({ outcome: 'partial' });
  });
});
