import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { codeMirror } from '../../testing/code-mirror.js';
import { json, noNetwork, publishedSite, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { proofRequired, SolvingWorker, type Work } from '../../testing/solving-worker.js';

const page = '<h1>やあ</h1>';
const createSite = 'POST /functions/v1/create-site';
const falseAlarm = 'POST /functions/v1/report-false-alarm';
const editor = () => screen.getByRole('textbox', { name: 'HTML' });
const publishButton = () => screen.getByRole('button', { name: '公開する' });

describe('publishing', () => {
  const server = useFakeServer();

  it('makes a temporary account only then, publishes with its token, and shows the result', async () => {
    const user = await renderApp();
    await screen.findByRole('button', { name: 'ログイン' });
    await user.click(editor());
    await user.paste(page);
    expect(server().to('POST /auth/v1/signup')).toHaveLength(0);

    await user.click(publishButton());

    expect(await screen.findByRole('heading', { name: '春のおしらせ' })).toHaveFocus();
    expect(server().to('POST /auth/v1/signup')).toHaveLength(1);
    const [request] = server().to(createSite);
    expect(request?.body).toEqual({ html_content: page });
    expect(request?.headers.get('apikey')).toBe('public-key');
    expect(request?.headers.get('authorization')).toMatch(/^Bearer ey/);
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByRole('button', { name: '一時アカウント' })).toBeVisible();
  });

  it('solves the challenge that the server asks for, says so when it takes long, and publishes with the same key', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    class SlowWorker extends SolvingWorker {
      override postMessage(work: Work): void {
        void released.then(() => super.postMessage(work));
      }
    }
    Object.assign(globalThis, { Worker: SlowWorker });
    server().answer(createSite, ({ headers }) =>
      headers.has('x-haru-proof') ? json(200, publishedSite()) : proofRequired(),
    );
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    const waiting = await screen.findByText('自動送信でないことを確認しています。数秒お待ちください。');
    release();
    expect(await screen.findByRole('heading', { name: '春のおしらせ' })).toBeVisible();
    expect(waiting).not.toBeInTheDocument();
    const keys = server()
      .to(createSite)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    Reflect.deleteProperty(globalThis, 'Worker');
  });

  it('lists the places for which a page was refused, goes to one, and publishes it once that is fixed', async () => {
    const finding = {
      rule: 'credential.password',
      text: 'パスワードの入力欄',
      line: 1,
      column: 1,
      excerpt: 'x'.repeat(60),
    };
    const findings = [finding, { ...finding, line: 2, excerpt: '<input>' }];
    server().answer(createSite, () => json(422, { success: false, code: 'PAGE_REFUSED', findings }));
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    const panel = await screen.findByRole('region', { name: '公開できませんでした' });
    expect(within(panel).getByRole('heading')).toHaveFocus();
    expect(within(panel).getByRole('link', { name: '公開ルールを見る' })).toHaveAttribute('href', '/about/safety');
    expect(within(panel).getByText(`${'x'.repeat(40)}…`)).toBeVisible();
    expect(within(panel).getByText(/^2行目/)).not.toBeVisible();
    await user.click(within(panel).getByText('ほか1か所'));
    expect(within(panel).getByText(/^2行目/)).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: /^1行目 ?パスワードの入力欄/ }));
    expect(await waitFor(codeMirror)).toHaveProperty('state.doc.length', page.length);
    await user.click(within(panel).getByRole('button', { name: '誤判定を知らせる' }));
    server().answer(falseAlarm, () => json(200, { success: true, report: { id: randomUUID() } }));
    const dialog = await screen.findByRole('dialog', { name: '誤判定を知らせる' });
    await user.click(within(dialog).getByRole('button', { name: '送信する' }));
    expect(await screen.findByText(/^運営に知らせました。/)).toBeVisible();
    expect(
      server()
        .to(falseAlarm)
        .map(({ body }) => body),
    ).toEqual([
      {
        description: `1行目 パスワードの入力欄 ${'x'.repeat(40)}…\n2行目 パスワードの入力欄 <input>`,
        email: null,
        content_hash: createHash('sha256').update(page).digest('hex'),
        html_content: page,
      },
    ]);
    server().answer(createSite, () => json(200, publishedSite()));
    await user.click(publishButton());
    expect(await screen.findByRole('heading', { name: '春のおしらせ' })).toBeVisible();
  });

  it('takes no blank page', async () => {
    const user = await renderApp();
    expect(publishButton()).toBeEnabled();
    await user.click(publishButton());
    expect(editor()).toHaveFocus();
    expect(editor()).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent('HTMLが空です。HTMLを貼り付けるか、ファイルを選んでください。');
    await user.type(editor(), ' \n　');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.getByRole('alert')).toHaveTextContent('HTMLが空です。');
    expect(server().to(createSite)).toHaveLength(0);
    await user.type(editor(), 'あ');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(publishButton()).toBeEnabled();
  });

  it('says how far a page is over the limit, and takes one of exactly 1 MiB', async () => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste('a'.repeat(1_048_576));
    expect(publishButton()).toBeEnabled();
    await user.paste('あ');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'HTMLが1 MiBを超えています（現在 1.1 MiB）。画像を外部に置くか、内容を減らしてください。',
    );
    await user.click(publishButton());
    expect(server().to(createSite)).toHaveLength(0);
  });

  it.each(['Control', 'Meta'])('publishes on %s+Enter', async (key) => {
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.keyboard(`{${key}>}{Enter}{/${key}}`);
    expect(await screen.findByText('公開しました')).toBeVisible();
  });

  it('shows that it works, and takes one press only', async () => {
    let release: (answer: Response) => void = () => undefined;
    server().answer(createSite, () => new Promise((resolve) => (release = resolve)));
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(publishButton()).toBeDisabled();
    expect(publishButton()).toHaveAttribute('aria-busy', 'true');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server().to(createSite)).toHaveLength(1));
    release(new Response(JSON.stringify(publishedSite())));
    expect(await screen.findByText('公開しました')).toBeVisible();
    expect(server().to(createSite)).toHaveLength(1);
  });

  it('publishes for the account of an earlier visit', async () => {
    storeSession({ email: '', isAnonymous: true });
    const user = await renderApp();
    await screen.findByRole('button', { name: '一時アカウント' });
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    await screen.findByText('公開しました');
    expect(server().to('POST /auth/v1/signup')).toHaveLength(0);
  });
});

describe('a publication that fails', () => {
  const server = useFakeServer();

  it.each([
    ['too large', () => refusal(413, 'HTML_TOO_LARGE'), 'HTMLが1 MiBを超えています（現在 15 B）'],
    ['too large for a proxy', () => new Response('<html>', { status: 413 }), 'HTMLが1 MiBを超えています（現在 15 B）'],
    [
      'rate limited',
      () => refusal(429, 'RATE_LIMITED', { 'retry-after': '42' }),
      '短時間に操作が多すぎます。あと42秒お待ちください。',
    ],
    ['busy', () => refusal(503, 'SERVICE_BUSY', { 'retry-after': '1' }), 'アクセスが集中しています。'],
    [
      'a proxy without service',
      () => new Response('bad gateway', { status: 502 }),
      'サーバーが一時的に応答できません。',
    ],
    ['timed out', () => refusal(504, 'SERVICE_TIMEOUT'), 'サーバーの応答に時間がかかっています。'],
    ['unknown', () => refusal(500, 'UNKNOWN_ERROR'), '予期しない問題が起きました。'],
    ['unreadable', () => new Response('ok'), '予期しない問題が起きました。'],
    [
      'offline',
      noNetwork,
      'ネットワークに接続できません。接続を確認して再試行してください。入力した内容は残っています。',
    ],
  ])('says what to do when %s, and keeps the text', async (_name, answer, text) => {
    server().answer(createSite, answer);
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(editor()).toHaveValue(page);
    expect(publishButton()).toBeEnabled();
  });

  it('is tried again under the same key, and under another once the text changed', async () => {
    server().answer(createSite, noNetwork);
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    for (const tries of [1, 2]) {
      await user.click(publishButton());
      await waitFor(() => expect(server().to(createSite)).toHaveLength(tries));
      await screen.findByRole('alert');
    }
    await user.type(editor(), '!');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(publishButton());
    await waitFor(() => expect(server().to(createSite)).toHaveLength(3));
    const [first, second, third] = server()
      .to(createSite)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('is tried again under another key once only the password changed, or the key is known for another page', async () => {
    server().answer(createSite, noNetwork);
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.selectOptions(await screen.findByRole('combobox', { name: '公開範囲' }), 'password');
    const password = screen.getByRole('textbox', { name: '合言葉' });
    const keys = () =>
      server()
        .to(createSite)
        .map(({ headers }) => headers.get('idempotency-key'));
    for (const [tries, typed] of ['ひみつのことば', '', '、二つ目', ''].entries()) {
      if (tries === 2) server().answer(createSite, () => refusal(422, 'IDEMPOTENCY_KEY_REUSED'));
      if (typed !== '') await user.type(password, typed);
      await user.click(publishButton());
      await waitFor(() => expect(keys()).toHaveLength(tries + 1));
      await screen.findByRole('alert');
    }
    const [first, second, third, fourth] = keys();
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
  });

  it('loses nothing when the temporary account cannot be made', async () => {
    server().answer('POST /auth/v1/signup', noNetwork);
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('ネットワークに接続できません。');
    expect(editor()).toHaveValue(page);
    expect(server().to(createSite)).toHaveLength(0);
  });

  it('shows the wait of a refused temporary account', async () => {
    server().answer(
      'POST /auth/v1/signup',
      () =>
        new Response(JSON.stringify({ code: 'over_request_rate_limit', message: 'Request rate limit reached' }), {
          status: 429,
          headers: { 'retry-after': '17', 'x-supabase-api-version': '2024-01-01' },
        }),
    );
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('あと17秒お待ちください。');
  });

  it('works again after the settings could not be loaded', async () => {
    let online = false;
    const working = server().fetch;
    globalThis.fetch = (input, init) =>
      online ? working(input, init) : Promise.reject(new TypeError('Failed to fetch'));
    const user = await renderApp();
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('ネットワークに接続できません。');
    online = true;
    await user.click(publishButton());
    expect(await screen.findByText('公開しました')).toBeVisible();
  });

  it.each([
    [{ email: '', isAnonymous: true }, '一時アカウントの有効期限が切れました。'],
    [
      { email: 'haru@example.jp', isAnonymous: false },
      'ログインの有効期限が切れました。もう一度ログインしてください。入力した内容は残っています。',
    ],
  ])('forgets a session that has ended', async (account, text) => {
    storeSession(account);
    server().answer(createSite, () => refusal(401, 'SESSION_ENDED'));
    const user = await renderApp();
    await screen.findByRole('button', { name: account.isAnonymous ? '一時アカウント' : account.email });
    await user.click(editor());
    await user.paste(page);
    await user.click(publishButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
    expect(editor()).toHaveValue(page);
  });
});
