import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';

/** What is asked, and how many of a hundred requests ask it. */
const mix = { share: 50, read: 20, config: 10, app: 10, publish: 10 } as const;
export type Kind = keyof typeof mix;
export const kinds = Object.keys(mix) as Kind[];

/** By the rest of the count, so that every hundred requests are the same. */
function kindOf(count: number): Kind {
  // 37 and 100 have no common divisor: all kinds take turns.
  let rest = (count * 37) % 100;
  return kinds.find((kind) => (rest -= mix[kind]) < 0) ?? 'share';
}

export class Outcome {
  failed = 0;
  /** Milliseconds, one for each request. */
  readonly times: number[] = [];
  /** What failures said, and how often. */
  readonly reasons = new Map<string, number>();

  /** The time that this share of the requests did not take longer than. */
  quantile(share: number): number {
    return this.times.toSorted((a, b) => a - b)[Math.floor(share * (this.times.length - 1))] ?? 0;
  }
}

/** Longest that a request may take, in milliseconds; longer is a failure. */
const TIMEOUT_MS = 15_000;

/** Mixed traffic at a steady rate, with a record of what came of each request. */
export class Traffic {
  readonly outcomes = new Map(kinds.map((kind) => [kind, new Outcome()]));
  /** Begins the title of every page that this run publishes. */
  readonly mark = randomUUID();
  /** Titles of the pages that an answer said are published. */
  readonly published: string[] = [];
  private path = '';
  private count = 0;

  constructor(private readonly url: string) {}

  /** Publishes the page that share links are read from. @throws Error when that fails already */
  async prepare(): Promise<void> {
    await this.publish();
  }

  /** Sends `perSecond` requests a second, whether or not answers come, until `signal` says stop; then waits for the last. */
  async send(perSecond: number, signal: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const started = Date.now();
    let sent = 0;
    for await (const _tick of setInterval(10)) {
      if (signal.aborted) break;
      for (const due = ((Date.now() - started) / 1000) * perSecond; sent < due; sent++) {
        const request = this.one(kindOf(sent)).finally(() => underWay.delete(request));
        underWay.add(request);
      }
    }
    await Promise.all(underWay);
  }

  private async one(kind: Kind): Promise<void> {
    const outcome = this.outcomes.get(kind) ?? new Outcome();
    const started = performance.now();
    try {
      await this.ask(kind);
    } catch (error) {
      outcome.failed++;
      const reason = error instanceof Error ? error.message : String(error);
      outcome.reasons.set(reason, (outcome.reasons.get(reason) ?? 0) + 1);
    }
    outcome.times.push(performance.now() - started);
  }

  private async ask(kind: Kind): Promise<unknown> {
    switch (kind) {
      case 'share':
        return this.fetch(this.path);
      case 'config':
        return this.fetch('/config.json');
      case 'app':
        return this.fetch('/');
      case 'read':
        // Answered by sites-service.
        return this.fetch(`/functions/v1/serve-site?path=${this.path.split('/').at(-1)}`);
      case 'publish':
        return this.publish();
    }
  }

  private async publish(): Promise<void> {
    const title = `${this.mark} ${this.count++}`;
    const text = await this.fetch('/functions/v1/create-site', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ html_content: `<!doctype html><title>${title}</title><p>published meanwhile` }),
    });
    const { site } = JSON.parse(text) as { site: { url: string } };
    this.path ||= new URL(site.url).pathname;
    this.published.push(title);
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(`${this.url}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path.split('/')[1]}: ${response.status} ${text.slice(0, 100)}`);
    return text;
  }
}
