import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { publishPage } from '../common/post-json.js';
import { steadily } from './steadily.js';

const TIMEOUT_MS = 30_000;
const AGAIN_MS = 100;
const PAGES = 10;
const ENCODINGS = ['identity', 'gzip', 'br'];

interface Page {
  id: string;
  url: string;
  /** The last acknowledged version. */
  version: number;
  html: string;
  isUpdating: boolean;
}

export interface UpdatingReport {
  updated: number;
  /** Acknowledged, and not among the page's versions. */
  lost: number;
  /** Answers that a repeated key must not get: a conflict with itself, or a number that leaves one out. */
  doubled: number;
}

/** Updates pages at a steady rate, each on what was acknowledged before; without an answer the same call is repeated. */
export class SteadyUpdates {
  private readonly pages: Page[] = [];
  private updated = 0;
  private doubled = 0;

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async prepare(): Promise<void> {
    while (this.pages.length < PAGES) {
      const html = contentOf(randomUUID());
      const { id, url } = await publishPage(this.url, html, this.headers);
      this.pages.push({ id, url, version: 1, html, isUpdating: false });
    }
  }

  run(perSecond: number, signal: AbortSignal): Promise<void> {
    return steadily(perSecond, signal, async (index) => {
      const page = this.pages[index % PAGES];
      if (!page || page.isUpdating) return;
      page.isUpdating = true;
      await this.updateOne(page);
      page.isUpdating = false;
    });
  }

  /** Whether each page's link shows its last acknowledged version, in every encoding. */
  async areShown(): Promise<boolean> {
    const checks = this.pages.flatMap(({ url, html }) =>
      ENCODINGS.map(async (encoding) => {
        const answer = await fetch(url, { headers: { 'accept-encoding': encoding } });
        return answer.ok && (await answer.text()) === html;
      }),
    );
    return (await Promise.all(checks)).every(Boolean);
  }

  async report(): Promise<UpdatingReport> {
    let lost = 0;
    for (const { id, version } of this.pages) {
      const numbers = await this.versionsOf(id);
      for (let number = 1; number <= version; number++) if (!numbers.has(number)) lost += 1;
    }
    return { updated: this.updated, lost, doubled: this.doubled };
  }

  private async updateOne(page: Page): Promise<void> {
    const html = contentOf(randomUUID());
    const body = { id: page.id, html_content: html, base_version: page.version };
    const key = randomUUID();
    let answer = await this.update(body, key);
    // At the end, too: until it is known whether the last one was made.
    while (answer === 'unknown') {
      await delay(AGAIN_MS);
      answer = await this.update(body, key);
    }
    if (answer === 'conflict' || answer.version !== page.version + 1) this.doubled += 1;
    if (answer === 'conflict') return;
    Object.assign(page, { html, version: answer.version });
    this.updated += 1;
  }

  /** @returns the version that was made; unknown without an answer, and after one that does not say */
  private async update(body: object, key: string): Promise<{ version: number } | 'conflict' | 'unknown'> {
    try {
      const answer = await fetch(`${this.url}/functions/v1/update-site`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...this.headers, 'idempotency-key': key },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.ok) return ((await answer.json()) as { site: { version: number } }).site;
      await answer.arrayBuffer();
      return answer.status === 412 ? 'conflict' : 'unknown';
    } catch {
      // Refused, cut off or too late: a fault may do all of these, and the caller repeats the call.
      return 'unknown';
    }
  }

  private async versionsOf(id: string): Promise<ReadonlySet<number>> {
    const numbers = new Set<number>();
    for (let next: string | null = ''; next !== null;) {
      const query = `id=${id}&limit=100${next ? `&after=${next}` : ''}`;
      const answer = await fetch(`${this.url}/functions/v1/site-versions?${query}`, { headers: this.headers });
      const page = (await answer.json()) as { versions: { version: number }[]; next: string | null };
      for (const { version } of page.versions) numbers.add(version);
      next = page.next;
    }
    return numbers;
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }
}

function contentOf(mark: string): string {
  return `<!doctype html><title>${mark}</title><p>${mark}</p>`;
}
