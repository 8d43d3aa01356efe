import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { startMailbox, type Mailbox } from './mailbox.js';

interface Listed {
  total: number;
  messages_count: number;
  messages: { ID: string; Subject: string; To: { Address: string }[] }[];
}

describe('the mailbox', () => {
  let directory: TemporaryDirectory;
  let mailbox: Mailbox;
  let smtpPort: number;
  let url: string;

  const start = async (): Promise<void> => {
    const webPort = await freePort();
    url = `http://127.0.0.1:${webPort}`;
    smtpPort = await freePort();
    mailbox = await startMailbox({ host: '127.0.0.1', smtpPort, webPort, directory: directory.path });
  };
  const getJson = async <T>(path: string): Promise<T> => (await (await fetch(`${url}${path}`)).json()) as T;

  beforeAll(async () => {
    directory = await temporaryDirectory('haru-mail-');
    await start();
  });
  afterAll(async () => {
    await mailbox.stop();
    await directory.remove();
  });

  it('takes mail over SMTP and answers as Mailpit does, newest first', async () => {
    await send(smtpPort, 'one@example.jp', [
      'Subject: =?utf-8?B?56K66KqN?=',
      'Content-Type: text/plain; charset=utf-8',
      '',
      '本文です',
    ]);
    await send(smtpPort, 'two@example.jp', ['Subject: Second', 'Content-Type: text/html', '', '<p>a link</p>']);

    const { total, messages } = await getJson<Listed>('/api/v1/messages');
    expect(total).toBe(2);
    expect(messages.map(({ Subject }) => Subject)).toEqual(['Second', '確認']);

    const found = await getJson<Listed>(`/api/v1/search?query=${encodeURIComponent('to:"one@example.jp"')}`);
    expect(found.messages_count).toBe(1);
    const message = await getJson<object>(`/api/v1/message/${found.messages[0]?.ID}`);
    expect(message).toMatchObject({
      ID: found.messages[0]?.ID,
      Subject: '確認',
      Text: expect.stringContaining('本文です') as unknown,
    });
    expect(await getJson<object>('/api/v1/message/latest')).toMatchObject({
      Subject: 'Second',
      HTML: expect.stringContaining('<p>') as unknown,
    });
  });

  it('keeps a recipient who is named in no header', async () => {
    await send(smtpPort, 'hidden@example.jp', ['Subject: Hidden', '', 'x'], 'shown@example.jp');
    expect(await getJson<object>('/api/v1/message/latest')).toMatchObject({
      To: [{ Address: 'shown@example.jp' }],
      Bcc: [{ Address: 'hidden@example.jp' }],
    });
  });

  it('shows a mail without letting its HTML out of the frame', async () => {
    await send(smtpPort, 'one@example.jp', [
      'Subject: <script>1</script>',
      'Content-Type: text/html',
      '',
      '<script>alert("x")</script>',
    ]);
    const { messages } = await getJson<Listed>('/api/v1/messages');
    const page = await (await fetch(`${url}/view/${messages[0]?.ID}`)).text();
    expect(page).not.toContain('<script');
    expect(page).toContain('<iframe sandbox ');
  });

  it('has its mails again after a restart, and forgets them when told to', async () => {
    const before = await getJson<Listed>('/api/v1/messages');
    await mailbox.stop();
    // A full disk cuts off what is written.
    await writeFile(join(directory.path, 'cut.json'), '{"ID":"cut","MessageI');
    await start();
    expect(await getJson<Listed>('/api/v1/messages')).toEqual(before);
    await fetch(`${url}/api/v1/messages`, {
      method: 'DELETE',
      body: JSON.stringify({ IDs: [before.messages[0]?.ID] }),
    });
    expect((await getJson<Listed>('/api/v1/messages')).total).toBe(before.total - 1);
    await fetch(`${url}/api/v1/messages`, { method: 'DELETE' });
    expect((await getJson<Listed>('/api/v1/messages')).total).toBe(0);
    expect((await fetch(`${url}/api/v1/message/${before.messages[0]?.ID}`)).status).toBe(404);
  });
});

/** Speaks SMTP, one line for each answer. */
async function send(port: number, to: string, lines: readonly string[], shownTo = to): Promise<void> {
  const body = ['From: Haru <haru@example.jp>', `To: ${shownTo}`, ...lines, '.'].join('\r\n');
  const commands = ['EHLO test', 'MAIL FROM:<haru@example.jp>', `RCPT TO:<${to}>`, 'DATA', body, 'QUIT'];
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  for await (const chunk of socket) {
    const last = String(chunk).trimEnd().split('\r\n').at(-1) ?? '';
    if (/^[45]/.test(last)) throw new Error(last);
    if (!/^\d{3} /.test(last)) continue;
    const command = commands.shift();
    if (command === undefined) break;
    socket.write(`${command}\r\n`);
  }
}
