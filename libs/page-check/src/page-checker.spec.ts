import { PAGE_RULES_VERSION, type RequestContext, ServiceError } from '@haru/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { checkPage } from '../test/check-page.js';
import { PageChecker } from './page-checker.js';
import { TooManyWaitError } from './pool/fair-turns.js';

const phishing = '<title>楽天カード ログイン</title>\n<form><input type="password"></form>';
const logger = { warn: jest.fn() };
const caller = { role: 'authenticated', accountId: 'a', sessionId: 's', isAnonymous: true } as const;
const context: RequestContext = { requestId: 'r', caller, device: { network: '192.0.2.0/24' } };
const checked = (html: string, _turn: object) => Promise.resolve(checkPage(html));

describe('PageChecker', () => {
  it('refuses with each rule, its line and column, and what stands there', async () => {
    await expect(new PageChecker(checked, logger).check(phishing, context)).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
      findings: [
        { rule: 'credential.password', line: 2, column: 7, excerpt: '<input type="password">' },
        { rule: 'brand.title', line: 1, column: 1 },
      ],
    });
  });

  it('names the brand for which the page is refused, and no other', async () => {
    const page = phishing + '<a href="https://www.amazon.co.jp/">x</a>'.repeat(5);
    const refusal = new PageChecker(checked, logger).check(page, context);
    await expect(refusal).rejects.toMatchObject({
      findings: [{ rule: 'credential.password' }, { rule: 'brand.title' }],
    });
  });

  it('answers what is stored with a page that passed', async () => {
    const check = await new PageChecker(checked, logger).check('<title>やあ</title><input type="password">', context);
    expect(check).toMatchObject({
      outcome: 'passed',
      rules: PAGE_RULES_VERSION,
      signals: [{ rule: 'credential.password', weight: 3 }],
    });
  });

  it('lets a refused page pass that a moderator accepted', async () => {
    const refused = { ...checkPage(phishing), outcome: 'refused' as const };
    const checker = (isAccepted: boolean) =>
      new PageChecker(() => Promise.resolve(refused), logger, { isAccepted: () => Promise.resolve(isAccepted) });
    await expect(checker(false).check(phishing, context)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    expect(await checker(true).check(phishing, context)).toMatchObject({ outcome: 'passed', isDismissed: true });
  });

  it('refuses known contents, text alone and what resembles one as well', async () => {
    const refusal = (html: string, known: { has: () => Promise<boolean>; hasSimilar: () => boolean }) =>
      new PageChecker(checked, logger, { known: { comparesTexts: true, ...known } }).check(html, context);
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
    await checker(checked).check('<p>春</p>', context);
    await expect(checker(checked).check(phishing, context)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    expect(counted).toEqual(['passed', 'refused']);
  });

  it('counts a page behind the notice as such, whatever the reason', async () => {
    const counted: string[] = [];
    const checker = (run: (html: string) => ReturnType<typeof checked>) =>
      new PageChecker(run, logger, { count: (outcome) => counted.push(outcome) });
    const partial = (dropped: boolean) =>
      checker((html) => Promise.resolve({ ...checkPage(html), isComplete: false, dropped }));
    const failing = checker(() => Promise.reject(new Error('no thread')));
    await partial(true).check('<form>', context);
    await failing.check('<form>', context);
    await partial(false).check('<form>', context);
    await failing.check(`<p>${'key'.repeat(10)}</p>`, context);
    expect(counted).toEqual(['notice', 'notice', 'passed', 'unchecked']);
  });

  it('counts a script as a check of its own, and logs it as a script when it is not checked', async () => {
    const counted: string[] = [];
    const checker = (run: typeof checked) =>
      new PageChecker(run, logger, { count: (outcome) => counted.push(outcome) });
    const run = jest.fn(checked);
    expect(await checker(run).check('let a;', context, { kind: 'script' })).toMatchObject({ outcome: 'passed' });
    expect(run).toHaveBeenCalledWith('let a;', expect.objectContaining({ kind: 'script' }));
    const refused = checker(() => Promise.resolve(checkPage(phishing))).check('let a;', context, { kind: 'script' });
    await expect(refused).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    const busy = checker(() => Promise.reject(new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 3 })));
    const unchecked = { outcome: 'unchecked', rules: null, signals: [] };
    expect(await busy.check('let a;', context, { kind: 'script' })).toEqual(unchecked);
    expect(logger.warn).toHaveBeenLastCalledWith(
      { err: expect.anything(), characters: 6 },
      'a script is published without a check',
    );
    expect(counted).toEqual(['passed', 'refused', 'unchecked']);
  });

  it('puts a page behind the notice that the checker fails on, unless it has no field', async () => {
    const failing = new PageChecker(() => Promise.reject(new Error('no thread')), logger);
    expect(await failing.check(phishing, context)).toEqual({
      outcome: 'unchecked',
      rules: null,
      signals: [],
      unfinished: 0,
    });
    // Only a thread reads pages with SVG.
    const text = `<svg></svg><p>${'春'.repeat(2_000)}`;
    const known = { comparesTexts: true, has: () => Promise.resolve(false), hasSimilar: () => false };
    const comparing = new PageChecker(() => Promise.reject(new Error('no thread')), logger, { known });
    expect(await comparing.check(text, context)).toEqual({ outcome: 'unchecked', rules: null, signals: [] });
    expect(logger.warn).toHaveBeenCalledWith(
      expect.objectContaining({ characters: phishing.length }),
      expect.anything(),
    );
  });

  it('ends a check that is not done in time', async () => {
    const untilEnded = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('ended')));
      });
    expect(await new PageChecker(untilEnded, logger, { timeoutMs: 5 }).check(phishing, context)).toMatchObject({
      outcome: 'unchecked',
    });
  });

  it('passes a page without a field without a thread', async () => {
    const run = jest.fn(checked);
    const page = '<title>やあ</title><p>春</p>';
    expect(await new PageChecker(run, logger).check(page, context)).toEqual({
      outcome: 'passed',
      rules: PAGE_RULES_VERSION,
      signals: [],
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('compares the text of a page without a field while texts are banned, and needs no thread for it', async () => {
    const known = { comparesTexts: true, has: () => Promise.resolve(false), hasSimilar: jest.fn((_: string) => true) };
    const run = jest.fn(checked);
    const checker = new PageChecker(run, logger, { known });
    const text = '春はあけぼの、夏は夜。'.repeat(20);
    await expect(checker.check(`<p>${text}</p>`, context)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    await expect(checker.checkPlainMarkdown(`# ${text}`)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    const { similarity = '' } = checkPage(`<p>${text}</p>`);
    expect(known.hasSimilar.mock.calls).toEqual([[similarity], [similarity]]);
    expect(run).not.toHaveBeenCalled();
    expect(await checker.checkPlainMarkdown(`# ${text}\n\n|a|b|\n|-|-|\n`)).toBeUndefined();
  });

  it('has a thread look for secrets once a page has passed, also in one without a field', async () => {
    const secrets = [{ rule: 'github', line: 1 }];
    const run = jest.fn(async (html: string, { kind }: { kind: string }) => ({
      ...(await checked(html, {})),
      ...(kind === 'secrets' ? { secrets } : {}),
    }));
    const checker = new PageChecker(run, logger);
    const key = 'k'.repeat(40);
    expect(await checker.check(`<pre>${key}</pre>`, context)).toMatchObject({ outcome: 'passed', secrets });
    expect(run.mock.calls.map(([, { kind }]) => kind)).toEqual(['document', 'secrets']);
    await expect(checker.check(phishing + key, context)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('keeps the outcome when there is no time to look for secrets', async () => {
    const run = (html: string, { kind, signal }: { kind: string; signal: AbortSignal }) =>
      kind === 'secrets'
        ? new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('ended')));
          })
        : checked(html, {});
    const page = `<form>${'k'.repeat(40)}`;
    expect(await new PageChecker(run, logger, { timeoutMs: 50 }).check(page, context)).toEqual({
      outcome: 'passed',
      rules: PAGE_RULES_VERSION,
      signals: [],
    });
  });

  it('has accounts and networks take turns', async () => {
    const run = jest.fn(checked);
    await new PageChecker(run, logger).check('<form></form>x', context);
    const clients = ['account a', 'network 192.0.2.0/24'];
    expect(run).toHaveBeenCalledWith('<form></form>x', {
      clients,
      signal: expect.any(AbortSignal),
      kind: 'document',
      isCompared: false,
    });
  });

  it('answers that it is busy while too many sources wait, and no other failure of rendering', async () => {
    const rendering = (failure: Error) =>
      new PageChecker(() => Promise.reject(failure), logger).render('# x', { format: 'markdown' }, context);
    await expect(rendering(new TooManyWaitError())).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    await expect(rendering(new Error('a fault'))).rejects.toThrow('a fault');
  });

  it('answers that a source is too large when rendering it takes more memory than the thread has', async () => {
    const failure = Object.assign(new Error('heap out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
    const rendering = new PageChecker(() => Promise.reject(failure), logger);
    const rendered = rendering.render('# x', { format: 'markdown' }, context);
    await expect(rendered).rejects.toMatchObject({ code: 'HTML_TOO_LARGE', cause: failure });
  });

  it('refuses a long page while too many wait', async () => {
    const busy = () => Promise.reject(new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 3 }));
    const refusal = new PageChecker(busy, logger).check('<form></form>x', context);
    await expect(refusal).rejects.toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 3 });
  });

  it.each([
    ['shows', 'without a field', '<form>', {}],
    ['does not show', 'with a field', '<input>', { unfinished: 0 }],
  ])('%s a page %s that was not read to its end', async (_shows, _has, start, expected) => {
    const unfinished = (html: string) => Promise.resolve(checkPage(html, 2));
    const page = start + '<a>いろは</a>'.repeat(40_000);
    const check = await new PageChecker(unfinished, logger).check(page, context);
    expect(check).toEqual({ outcome: 'partial', rules: PAGE_RULES_VERSION, signals: [], ...expected });
  });

  it('does not show a page of which something was left out', async () => {
    const dropping = () => Promise.resolve({ ...checkPage('<a>'), isComplete: false, dropped: true });
    expect(await new PageChecker(dropping, logger).check('<form>x', context)).toMatchObject({
      outcome: 'partial',
      unfinished: 0,
    });
  });
});
