import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@haru/local-servers';

interface ReceivedMail extends Email {
  recipients: string[];
  /** The source is as it was received. */
  source: string;
}

export interface SmtpUnderTest {
  url: string;
  mails: ReceivedMail[];
  /** It is called with each mail before the server acknowledges it. */
  beforeAccepting: (mail: ReceivedMail) => void | Promise<void>;
  /** These recipients and senders are refused for good. */
  refused: Set<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A real mail server on one port can be unavailable for a while. */
export async function createSmtp(): Promise<SmtpUnderTest> {
  const port = await freePort();
  let server: SMTPServer | undefined;
  const smtp: SmtpUnderTest = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    refused: new Set(),
    beforeAccepting: () => undefined,
    async start() {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        closeTimeout: 100,
        onMailFrom({ address }, _session, callback) {
          const refusal = Object.assign(new Error('Sender address rejected'), { responseCode: 550 });
          callback(smtp.refused.has(address) ? refusal : null);
        },
        onRcptTo({ address }, _session, callback) {
          const reason = `<${address}>: Recipient address rejected: User unknown`;
          const refusal = Object.assign(new Error(reason), { responseCode: 550 });
          callback(smtp.refused.has(address) ? refusal : null);
        },
        onData(stream, session, callback) {
          buffer(stream)
            .then(async (source) => {
              const recipients = session.envelope.rcptTo.map(({ address }) => address);
              const mail = { ...(await PostalMime.parse(source)), recipients, source: source.toString() };
              smtp.mails.push(mail);
              await smtp.beforeAccepting(mail);
            })
            .then(() => callback(null), callback);
        },
      });
      // Some tests kill a client in the middle of a mail.
      server.on('error', () => undefined);
      server.listen(port, '127.0.0.1');
      await once(server.server, 'listening');
    },
    async stop() {
      const running = server;
      server = undefined;
      if (running) await new Promise<void>((resolve) => running.close(() => resolve()));
    },
  };
  return smtp;
}
