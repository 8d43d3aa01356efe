import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { json, noNetwork, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { setPhoneWidth } from '../../testing/setup.js';

const report = 'POST /functions/v1/submit-bug-report';
const like = 'POST /functions/v1/submit-feedback';

async function openForm(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: '不具合を報告' }));
  return screen.findByRole('dialog', { name: '不具合・ご要望の報告' });
}

const title = () => screen.getByRole('textbox', { name: 'タイトル' });
const description = () => screen.getByRole('textbox', { name: '詳細' });
const email = () => screen.getByRole('textbox', { name: 'メールアドレス（任意）' });
const submit = () => screen.getByRole('button', { name: '送信する' });

async function fillIn(user: UserEvent) {
  await user.type(title(), '保存できない');
  await user.type(description(), '押しても何も起きません。');
}

describe('the report form', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('sends what was written, thanks, and closes after 2 s', async () => {
    jest.useFakeTimers();
    const user = await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    const dialog = await openForm(user);
    const kind = within(dialog).getByRole('combobox', { name: '種類' });
    expect(kind).toHaveValue('bug');
    expect(
      within(kind)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['不具合報告', '機能要望', '改善提案', 'その他']);
    await user.selectOptions(kind, '改善提案');
    await fillIn(user);
    await user.type(email(), 'someone@example.com');
    await user.click(submit());
    expect(await screen.findByText('ご報告ありがとうございました')).toBeVisible();
    const [request] = server().to(report);
    expect(request?.body).toMatchObject({
      type: 'improvement',
      title: '保存できない',
      description: '押しても何も起きません。',
      email: 'someone@example.com',
      page: '/',
      user_agent: navigator.userAgent,
    });
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await act(() => jest.advanceTimersByTimeAsync(1_900));
    expect(screen.getByRole('dialog')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('counts the description and can be sent only with title and description', async () => {
    const user = await renderApp();
    await openForm(user);
    expect(screen.getByText('0 / 1000')).toBeVisible();
    await user.type(title(), ' ');
    await user.click(submit());
    expect(screen.getAllByText('タイトルと詳細は必須です')).toHaveLength(2);
    expect(title()).toHaveAccessibleDescription('タイトルと詳細は必須です');
    expect(title()).toBeInvalid();
    expect(description()).toBeInvalid();
    expect(title()).toHaveFocus();
    await user.type(title(), 'あ');
    expect(title()).toBeValid();
    await user.click(submit());
    expect(description()).toHaveAccessibleDescription(/^タイトルと詳細は必須です/);
    expect(description()).toBeInvalid();
    expect(description()).toHaveFocus();
    await user.type(description(), '貼る🖌');
    expect(description()).toBeValid();
    expect(screen.getByText('3 / 1000')).toBeVisible();
    expect(server().to(report)).toEqual([]);
  });

  it.each([
    ['a long title', title, 'x'.repeat(101), 'タイトルは100文字以内で入力してください。'],
    ['a long description', description, 'x'.repeat(1001), '詳細は1000文字以内で入力してください。'],
    ['an address that is none', email, 'someone', 'メールアドレスの形式が正しくありません。'],
  ])('says what is wrong with %s and sends nothing', async (_name, field, text, message) => {
    const user = await renderApp();
    await openForm(user);
    await fillIn(user);
    await user.clear(field());
    await user.click(field());
    await user.paste(text);
    await user.click(submit());
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(field()).toBeInvalid();
    expect(field()).toHaveFocus();
    expect(server().to(report)).toEqual([]);
  });

  it('stays open when sending fails, and tries again with the same key', async () => {
    const user = await renderApp();
    await openForm(user);
    await fillIn(user);
    server().answer(report, noNetwork);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('送信に失敗しました。時間をおいて再度お試しください。');
    expect(title()).toHaveValue('保存できない');
    server().answer(report, () => refusal(429, 'RATE_LIMITED', { 'retry-after': '42' }));
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('あと42秒お待ちください。'));
    const keys = server()
      .to(report)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('shows that it works, and clears an earlier fault', async () => {
    const user = await renderApp();
    await openForm(user);
    await fillIn(user);
    server().answer(report, () => refusal(500, 'UNKNOWN_ERROR'));
    await user.click(submit());
    await screen.findByRole('alert');
    let answer: (response: Response) => void = () => undefined;
    server().answer(report, () => new Promise((resolve) => (answer = resolve)));
    await user.click(submit());
    expect(submit()).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(async () => answer(json(200, { success: true })));
    expect(await screen.findByText('ご報告ありがとうございました')).toBeVisible();
  });

  it('can be left, but not by a slip once something is written', async () => {
    const user = await renderApp();
    const button = await screen.findByRole('button', { name: '不具合を報告' });
    await openForm(user);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await openForm(user);
    await user.type(title(), 'あ');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });
});

describe('the like button', () => {
  const server = useFakeServer();
  afterEach(() => {
    jest.useRealTimers();
  });

  it('likes with one press and thanks for 2 s', async () => {
    jest.useFakeTimers();
    const user = await renderApp({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    const button = await screen.findByRole('button', { name: 'いいね' });
    await user.click(button);
    expect(await screen.findByText('いいね、ありがとうございます！')).toBeVisible();
    await user.click(button);
    expect(server().to(like)).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(2_100));
    expect(screen.queryByText('いいね、ありがとうございます！')).not.toBeInTheDocument();
    const [request] = server().to(like);
    expect(request?.body).toMatchObject({ type: 'quick_like', device: window.localStorage.getItem('haru-device') });
    expect(request?.headers.get('authorization')).toBe('Bearer public-key');
  });

  it('names the signed-in account', async () => {
    storeSession({ email: 'haru@example.jp', isAnonymous: false });
    const user = await renderApp();
    await screen.findByRole('button', { name: 'haru@example.jp' });
    await user.click(screen.getByRole('button', { name: 'いいね' }));
    await screen.findByText('いいね、ありがとうございます！');
    expect(server().to(like)[0]?.headers.get('authorization')).not.toBe('Bearer public-key');
  });

  it('says when it could not', async () => {
    const user = await renderApp();
    server().answer(like, () => refusal(429, 'RATE_LIMITED', { 'retry-after': '42' }));
    await user.click(await screen.findByRole('button', { name: 'いいね' }));
    expect(await screen.findByText(/あと42秒お待ちください/)).toBeVisible();
  });

  it('says nothing of input when there is no network', async () => {
    const user = await renderApp();
    server().answer(like, noNetwork);
    await user.click(await screen.findByRole('button', { name: 'いいね' }));
    expect(await screen.findByText('ネットワークに接続できません。接続を確認して再試行してください。')).toBeVisible();
  });

  it('is behind the menu on a phone, with the report', async () => {
    setPhoneWidth(true);
    const user = await renderApp();
    expect(screen.queryByRole('button', { name: 'いいね' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'メニュー' }));
    await user.click(screen.getByRole('button', { name: 'いいね' }));
    expect(await screen.findByText('いいね、ありがとうございます！')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'メニュー' }));
    await openForm(user);
  });
});
