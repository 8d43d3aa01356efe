import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { createMailboxHttpServer } from './http-server.js';
import { MessageStore } from './message-store.js';

const MAX_BYTES = 25 * 1024 * 1024;

interface MailboxOptions {
  host: string;
  smtpPort: number;
  webPort: number;
  /** Where the mails are kept. */
  directory: string;
}

export interface Mailbox {
  stop(): Promise<void>;
}

/** A mailbox for everybody: it takes every mail over SMTP, sends none on, and shows them as Mailpit does. */
export async function startMailbox({ host, smtpPort, webPort, directory }: MailboxOptions): Promise<Mailbox> {
  const store = await MessageStore.open(directory);
  const smtp = new SMTPServer({
    authOptional: true,
    // Any name and password are accepted, as by Mailpit.
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    size: MAX_BYTES,
    logger: false,
    onData(stream, session, callback) {
      buffer(stream)
        .then((raw) => {
          if (stream.sizeExceeded) throw Object.assign(new Error('message too large'), { responseCode: 552 });
          return store.add(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          );
        })
        .then(
          ({ ID }) => callback(null, `Queued as ${ID}`),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  // A client that breaks its connection off is no failure of the mailbox.
  smtp.on('error', () => undefined);
  const http = createMailboxHttpServer(store);
  await Promise.all([listening(smtp.listen(smtpPort, host)), listening(http.listen(webPort, host))]);
  return {
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      http.close();
      http.closeAllConnections();
    },
  };
}

const listening = (server: NodeJS.EventEmitter): Promise<unknown> => once(server, 'listening');
