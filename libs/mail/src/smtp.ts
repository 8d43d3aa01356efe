import { assertOutsideTransaction } from '@haru/service-runtime';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailParts } from './mail-layout.js';

export interface OutgoingMail extends MailParts {
  from: string;
  to: string;
  subject: string;
  /** The same for every copy of one mail, so that a mailbox can tell that it has it already. */
  messageId: string;
}

export interface MailTransport {
  /** @throws what the mail server or the way to it answered */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** One hung server must not hold a worker for long: the queue tries again. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Mail over SMTP, a connection for each: an idle one would be cut off by most servers anyway. */
export function smtpTransport(url: string): MailTransport {
  // Templates are ours, but nothing in a mail may make it read files or fetch addresses.
  const transport: Transporter = createTransport({
    url,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, messageId, ...mail }) {
      assertOutsideTransaction('SMTP');
      await transport.sendMail({
        ...mail,
        // As an object: an address in text could name several recipients.
        to: { name: '', address: to },
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
    close: () => transport.close(),
  };
}

/**
 * Whether the server refused this mail for good. A refused login or greeting is about the configuration, and
 * a 4xx about the moment: those are tried again.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const status: unknown = Reflect.get(error, 'responseCode');
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return status === undefined || (typeof status === 'number' && status >= 500);
}
