import { DAY_MS, extendedExpiry } from '@haru/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { temporary } from '../../testing/server/fake-accounts.js';
import { json, publishedSite, refusal, useFakeServer } from '../../testing/server/fake-server.js';
import { dataRefusal, LIST, serveSites, siteRow, UPDATE } from '../../testing/server/fake-sites.js';
import { renderApp, storeSession } from '../../testing/render-app.js';
import { setPhoneWidth } from '../../testing/setup.js';
import { formatDay } from '../../texts/formats.js';

const url = 'https://haru-pages.example/share/k7m2x9pq';
const CREATE = 'POST /functions/v1/create-site';
const copied = 'リンクをコピーしました';
const button = (name: string) => screen.findByRole('button', { name });

async function press(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('textbox', { name: 'HTML' }));
  await user.paste('<h1>やあ</h1>');
  await user.click(screen.getByRole('button', { name: '公開する' }));
}

async function publish(): Promise<UserEvent> {
  const user = await renderApp();
  await press(user);
  await screen.findByText('公開しました');
  return user;
}

describe('the link of a published page', () => {
  const server = useFakeServer();
  afterEach(() => void Reflect.deleteProperty(window, 'ClipboardItem'));

  it('is on the clipboard with the same press', async () => {
    const user = await renderApp();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await press(user);
    expect(await screen.findByText(copied)).toBeVisible();
    expect(write).toHaveBeenCalledWith(url);
  });

  it('is asked for within the press, before the server has answered', async () => {
    let answer: (response: Response) => void = () => undefined;
    server().answer(CREATE, () => new Promise((resolve) => (answer = resolve)));
    const user = await renderApp();
    const items: Record<string, Promise<Blob>>[] = [];
    Object.assign(window, { ClipboardItem: jest.fn((item: (typeof items)[number]) => items.push(item)) });
    const write = jest.spyOn(navigator.clipboard, 'write').mockImplementation(async () => {
      await items[0]?.['text/plain'];
    });
    await press(user);
    expect(write).toHaveBeenCalledTimes(1);
    answer(json(200, publishedSite()));
    expect(await screen.findByText(copied)).toBeVisible();
    expect(await (await items[0]?.['text/plain'])?.text()).toBe(url);
  });

  it('is offered where the browser does not allow that', async () => {
    const user = await renderApp();
    jest.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const write = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no'));
    await press(user);
    expect(await screen.findByText('公開しました')).toBeVisible();
    expect(write).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(copied)).not.toBeInTheDocument();
    await user.click(await button('コピー'));
    expect(write).toHaveBeenLastCalledWith(url);
  });

  it('is not there after a refusal, which leaves the clipboard alone', async () => {
    server().answer(CREATE, () => refusal(413, 'HTML_TOO_LARGE'));
    const user = await renderApp();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await press(user);
    expect(await screen.findByText(/^HTMLが1 MiBを超えています/)).toBeVisible();
    expect(write).not.toHaveBeenCalled();
  });

  it('is shown on one line without its scheme, and named in full', async () => {
    await publish();
    const link = screen.getByRole('link', { name: url });
    expect(link).toHaveTextContent(/^haru-pages\.example\/share\/k7m2x9pq$/);
    expect(link).toHaveAttribute('title', url);
  });

  it('goes to LINE and X by plain links', async () => {
    await publish();
    for (const [name, host] of [
      ['LINEで送る', 'social-plugins.line.me'],
      ['Xでポスト', 'x.com'],
    ] as const) {
      const link = screen.getByRole<HTMLAnchorElement>('link', { name });
      expect(new URL(link.href)).toMatchObject({ protocol: 'https:', host });
      expect(new URL(link.href).searchParams.get('url')).toBe(url);
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('is a QR code', async () => {
    const user = await publish();
    await user.click(await button('QRコード'));
    const dialog = await screen.findByRole('dialog', { name: 'QRコード' });
    const code = within(dialog).getByRole('img', { name: '「春のおしらせ」を開くQRコード' });
    const expected = toSvgPath(generate(url, { minCorrectionLevel: correction.M }));
    expect(code.querySelector('path')).toHaveAttribute('d', expected);
    await user.click(within(dialog).getByRole('button', { name: '閉じる' }));
    expect(screen.queryByRole('dialog', { name: 'QRコード' })).not.toBeInTheDocument();
  });
});

describe('the list of apps to share with', () => {
  useFakeServer();
  const share = jest.fn<(data: ShareData) => Promise<void>>();
  beforeEach(() => {
    share.mockReset();
    Object.assign(navigator, { share });
  });
  afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

  it('opens with the title and the address', async () => {
    const user = await publish();
    await user.click(await button('共有'));
    expect(share).toHaveBeenCalledWith({ title: '春のおしらせ', url });
    expect(await button('コピー')).toHaveClass('primary');
  });

  it('is the first thing on a phone', async () => {
    setPhoneWidth(true);
    await publish();
    expect(await button('共有する')).toHaveClass('primary');
    expect(await button('コピー')).not.toHaveClass('primary');
  });

  it('is not offered where the browser has none', async () => {
    Reflect.deleteProperty(navigator, 'share');
    setPhoneWidth(true);
    await publish();
    expect(screen.queryByRole('button', { name: /^共有/ })).not.toBeInTheDocument();
    expect(await button('コピー')).toHaveClass('primary');
  });

  it.each([
    ['says nothing when it is closed', 'AbortError', 0],
    ['is replaced by copying where it fails', 'NotAllowedError', 1],
  ])('%s', async (_title, name, copies) => {
    share.mockRejectedValue(new DOMException('', name));
    const user = await publish();
    await screen.findByText(copied);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await button('共有'));
    expect(write).toHaveBeenCalledTimes(copies);
    expect(screen.queryAllByText('コピーしました')).toHaveLength(copies);
  });
});

describe('what the owner can do next', () => {
  const server = useFakeServer();
  const site = siteRow(1, { expires_at: new Date(Date.now() + 10 * DAY_MS).toISOString() });
  const daysLater = (days: number) => new Date(Date.parse(site.expires_at) + days * DAY_MS);
  const until = (date: Date, days: number) => screen.findByText(`${formatDay(date)}まで公開（あと${days}日）`);

  async function open(): Promise<UserEvent> {
    serveSites(server(), [{ ...site }]);
    storeSession(temporary);
    window.history.replaceState(null, '', `/?published=${site.id}`);
    const user = await renderApp();
    await until(daysLater(0), 10);
    return user;
  }

  it('extends the page by 30 days', async () => {
    const user = await open();
    await user.click(await button('延長'));
    expect(await screen.findByText(`${formatDay(daysLater(30))}まで延長しました`)).toBeVisible();
    expect(await until(daysLater(30), 40)).toBeVisible();
    const [request] = server().to(UPDATE);
    expect(request?.query.get('id')).toBe(`eq.${site.id}`);
    expect(request?.body).toMatchObject({ expires_at: extendedExpiry(new Date(site.expires_at)).toISOString() });
  });

  it('sees the expiry of now where it was extended elsewhere, and can try again', async () => {
    const user = await open();
    server().answer(UPDATE, () => dataRefusal(403, 'EXPIRY_NOT_ALLOWED'));
    server().answer(LIST, () => json(200, [{ ...site, expires_at: daysLater(30).toISOString() }]));
    await user.click(await button('延長'));
    expect(await screen.findByText('延長できませんでした')).toBeVisible();
    expect(screen.getByText(/^有効期限が変わっていました。/)).toBeVisible();
    expect(await until(daysLater(30), 40)).toBeVisible();
  });

  it('goes on to the editor', async () => {
    const user = await open();
    server().answer('GET /functions/v1/site-version', () => refusal(404, 'SITE_NOT_FOUND'));
    await user.click(await button('内容を編集'));
    expect(window.location.pathname).toBe(`/edit/${site.id}`);
  });

  it('sees the page in small, which runs no scripts and takes no focus', async () => {
    await open();
    const frame = screen.getByTitle('公開したページのプレビュー');
    expect(frame).toHaveAttribute('src', `https://haru-pages.example/share/${site.path}`);
    expect(frame).toHaveAttribute('sandbox', '');
    expect(frame.closest('[inert]')).not.toBeNull();
  });
});
