import { Counter, Gauge } from 'prom-client';

const open = new Gauge({
  name: 'haru_connections_open',
  help: 'Connections of this process that are ready for use, or in use where each request has its own',
  labelNames: ['target'],
});
const dropped = new Counter({
  name: 'haru_connections_dropped_total',
  help: 'Connections that this process gave up because nothing came over them any more',
  labelNames: ['target'],
});

/** Counts the outcomes of connections to one kind of server. */
export class ConnectionCounts {
  constructor(private readonly target: 'Postgres' | 'Redis' | 'S3' | 'SMTP') {
    // The counter exists from the start, so that the first drop is a rise.
    dropped.inc({ target }, 0);
  }

  opened(): void {
    open.inc({ target: this.target });
  }

  closed(): void {
    open.dec({ target: this.target });
  }

  dropped(): void {
    dropped.inc({ target: this.target });
  }

  /** Use it for clients that enforce their own timeouts. @throws what `request` throws */
  async during<T>(request: () => Promise<T>): Promise<T> {
    this.opened();
    try {
      return await request();
    } catch (error) {
      if (isTimeout(error)) this.dropped();
      throw error;
    } finally {
      this.closed();
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || Reflect.get(error, 'code') === 'ETIMEDOUT');
}
