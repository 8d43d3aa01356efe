import { databaseTimeouts, probed, WatchedClient } from '@haru/database';
import type { EventLogger } from '../event-logger.js';
import { OUTBOX_CHANNEL } from './outbox-wake.js';
import { WakeSignal } from './wake-signal.js';

const LONGEST_PAUSE_MS = 5_000;

/** Listens on a connection of its own for Postgres's notices about new outbox rows. It reconnects by itself. */
export class OutboxListener {
  private readonly pause = new WakeSignal();
  private client: WatchedClient | undefined;
  private closing = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly onNews: () => void,
    private readonly logger: EventLogger,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.closing = true;
    this.pause.wake();
    await this.client?.end();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.closing) {
      try {
        await this.listen(() => (failures = 0));
      } catch (error) {
        if (this.closing) return;
        failures += 1;
        // Meanwhile only the speed suffers: the relay polls.
        this.logger.warn({ err: error, failures }, 'not listening for new events, trying again');
      }
      if (!this.closing) await this.pause.sleep(Math.min(250 * 2 ** failures, LONGEST_PAUSE_MS));
    }
  }

  /** Listens until the connection ends. @throws the error that ended it */
  private async listen(onListening: () => void): Promise<void> {
    const client = new WatchedClient({
      connectionString: this.databaseUrl,
      application_name: 'outbox-listener',
      ...probed,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMs: databaseTimeouts.service.idleTimeoutMs,
    });
    const ended = new Promise<void>((resolve, reject) => {
      client.once('end', resolve);
      // Several errors may arrive (the server's last message, then the socket's); each needs a listener.
      client.on('error', reject);
    });
    // The promise is awaited below; a connection that fails before that must not count as an unhandled rejection.
    ended.catch(() => undefined);
    client.on('notification', this.onNews);
    this.client = client;
    try {
      // pg never settles `connect` if the client is ended meanwhile.
      await Promise.race([client.connect(), ended]);
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      onListening();
      // Events may have been published before it listened.
      this.onNews();
      await ended;
    } finally {
      this.client = undefined;
      await client.end();
    }
  }
}
