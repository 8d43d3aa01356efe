import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { steadily } from './steadily.js';

const TIMEOUT_MS = 30_000;

export interface PublishingReport {
  published: number;
  status500: number;
  longestSeconds: number;
  /** Acknowledged, and not in the database. */
  lost: number;
  /** In the database more than once. */
  doubled: number;
}

/** Publishes at a steady rate, whether or not answers come, and counts what came of it. */
export class SteadyPublishing {
  private readonly mark = randomUUID();
  private readonly acknowledged: string[] = [];
  private status500 = 0;
  private longestMs = 0;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  run(perSecond: number, signal: AbortSignal): Promise<void> {
    return steadily(perSecond, signal, (index) => this.publishOne(`${this.mark} ${index}`));
  }

  async report(databaseUrl: string): Promise<PublishingReport> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ title: string }>('SELECT title FROM sites WHERE title LIKE $1', [
        `${this.mark}%`,
      ]);
      const kept = new Set(rows.map(({ title }) => title));
      return {
        published: this.acknowledged.length,
        status500: this.status500,
        longestSeconds: this.longestMs / 1_000,
        lost: this.acknowledged.filter((title) => !kept.has(title)).length,
        doubled: rows.length - kept.size,
      };
    } finally {
      await client.end();
    }
  }

  private async publishOne(title: string): Promise<void> {
    const startedAt = performance.now();
    const status = await publish(this.url, this.token, title);
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
    if (status === 200) this.acknowledged.push(title);
    if (status === 500) this.status500 += 1;
  }
}

/** @returns the status; 0 without an answer */
export async function publish(url: string, token: string, title: string): Promise<number> {
  const body = JSON.stringify({ html_content: `<!doctype html><title>${title}</title><p>${title}` });
  return statusOf(`${url}/functions/v1/create-site`, body, { authorization: `Bearer ${token}` });
}

/** @returns the status; 0 without an answer */
export async function statusOf(url: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, signal };
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // Refused, cut off or too late: a fault may do all of these, and the caller counts it.
    return 0;
  }
}
