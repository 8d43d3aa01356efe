import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@haru/testing';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface CaughtMail {
  to: string;
  subject: string;
  text: string;
  /** This is the first link of the text, if it has one. */
  link: string;
  /** This is the link's `token`. */
  token: string;
  /** These are the six digits, if there are any. */
  code: string;
}

export interface MailCatcher {
  url: string;
  mails: readonly CaughtMail[];
  /** Waits for the `nth` mail to an address, counted from 1. */
  to(address: string, nth?: number): Promise<CaughtMail>;
  close(): Promise<void>;
}

export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        read(Buffer.concat(chunks), session.envelope.rcptTo[0]?.address ?? '').then(
          (mail) => {
            mails.push(mail);
            callback();
          },
          (error: Error) => callback(error),
        );
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async to(address, nth = 1) {
      const found = () => mails.filter((mail) => mail.to === address)[nth - 1];
      const mail = await waitFor(found, { timeoutMs: 15_000, what: `mail ${nth} to ${address}` });
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(source: Buffer, to: string): Promise<CaughtMail> {
  const { subject = '', text = '' } = await PostalMime.parse(source);
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  const token = URL.canParse(link) ? (new URL(link).searchParams.get('token') ?? '') : '';
  return { to, subject, text, link, token, code: /(?<!\d)\d{6}(?!\d)/.exec(text.replace(link, ''))?.[0] ?? '' };
}
