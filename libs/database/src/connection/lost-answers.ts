import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Client } from 'pg';

/** This is the pause between two attempts to reach the server. */
const RETRY_MS = 200;
/** An answer of a statement that ended just before the question has been read by then. */
const READ_WITHIN_MS = 100;

/** A connection may wait for an answer that never arrives. */
interface WaitingConnection {
  readonly processID: number | null;
  /** It waits for an answer and has received no byte for a beat. */
  readonly isSilent: boolean;
  drop(reason: string): void;
}

const ACTIVE = `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state = 'active'`;

/** Finds connections that wait for a statement that the server does not run: it or its answer was lost. */
export class LostAnswers {
  private readonly connections = new Set<WaitingConnection>();
  private readonly logger = new Logger(LostAnswers.name);
  private isLooking = false;

  /** @param connect opens a connection for one question; it ends within seconds */
  constructor(private readonly connect: () => Promise<Client & Pick<WaitingConnection, 'processID'>>) {}

  add(connection: WaitingConnection): void {
    this.connections.add(connection);
  }

  delete(connection: WaitingConnection): void {
    this.connections.delete(connection);
  }

  /** Asks over a new connection, as soon as there is one, and drops connections that wait in vain. It never rejects. */
  async check(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      while (this.silent().length > 0) {
        const lost = await this.find().catch((error: unknown) => {
          this.logger.warn(`Postgres could not be asked which statements it runs: ${String(error)}`);
          return undefined;
        });
        if (lost) {
          await delay(READ_WITHIN_MS);
          for (const connection of lost.filter(({ isSilent }) => isSilent)) {
            connection.drop('Postgres does not work on what was asked on this connection');
          }
          return;
        }
        await delay(RETRY_MS);
      }
    } finally {
      this.isLooking = false;
    }
  }

  private silent(): WaitingConnection[] {
    return [...this.connections].filter(({ isSilent }) => isSilent);
  }

  private async find(): Promise<WaitingConnection[]> {
    const client = await this.connect();
    try {
      const { processID } = client;
      const silent = this.silent();
      const pids = [processID, ...silent.map((connection) => connection.processID)];
      const { rows } = await client.query<{ pid: number }>(ACTIVE, [pids]);
      const active = new Set<unknown>(rows.map(({ pid }) => pid));
      // Behind a pooler of connections the ids are not those of the server.
      if (!active.has(processID)) return [];
      return silent.filter((connection) => !active.has(connection.processID));
    } finally {
      await client.end();
    }
  }
}
