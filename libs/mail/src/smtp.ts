import { assertOutsideTransaction, ConnectionCounts, connectionRules } from '@haru/service-runtime';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailParts } from './mail-layout.js';

export interface OutgoingMail extends MailParts {
  from: string;
  to: string;
  subject: string;
  /** Every copy of one mail has the same, so that a mailbox can recognise a duplicate. */
  messageId: string;
  /** A POST to it ends such mails (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export abstract class MailTransport {
  /** @throws the error of the mail server or of the connection to it */
  abstract send(mail: OutgoingMail): Promise<void>;
  abstract close(): void;
}

const connections = new ConnectionCounts('SMTP');

/** Sends mail over SMTP, with a connection for each. */
export function smtpTransport(
  url: string,
  { connectMs, greetingMs, idleTimeoutMs }: Record<keyof typeof connectionRules.smtp, number> = connectionRules.smtp,
): MailTransport {
  // Templates are ours, but nothing in a mail may make it read files or fetch addresses.
  const transport: Transporter = createTransport({
    url,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, messageId, unsubscribeUrl, ...mail }) {
      assertOutsideTransaction('SMTP');
      const outgoing = {
        ...mail,
        // The recipient is an object, because an address in text could name several.
        to: { name: '', address: to },
        messageId,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
        },
      };
      await connections
        .during(() => transport.sendMail(outgoing))
        .catch((error: unknown) => {
          throw withoutAddresses(error);
        });
    },
    close: () => transport.close(),
  };
}

/** The receiving server must not fold the address, and POSTs exactly the second header's value. */
function unsubscribeHeaders(url: string): Record<string, string | { prepared: true; value: string }> {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Servers repeat the recipient in their answers. Errors are logged, and the queue keeps them. */
function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, responseCode, command } = error as Error & Record<'code' | 'responseCode' | 'command', unknown>;
  const message = error.message.replaceAll(/[^\s<>"]+@[^\s<>",;:]+/g, '…');
  return Object.assign(new Error(message), { code, responseCode, command });
}

/** A refused login, greeting or sender is about the configuration or a quota, and a 4xx is temporary: those are tried again. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const status: unknown = Reflect.get(error, 'responseCode');
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || Reflect.get(error, 'command') === 'MAIL FROM') return false;
  return status === undefined || (typeof status === 'number' && status >= 500);
}
