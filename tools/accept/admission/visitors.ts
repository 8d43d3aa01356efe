import type { Answer } from '../../../apps/sites-service/test/http.js';
import type { OwnPage } from './own-page.js';

export const CONTENT = 'for some people only';
/** So many requests of each viewer are in flight. */
const CONCURRENCY = 4;

/** Visitors who request a page in many ways, from several viewers, with every cookie and address that it ever had. */
export class Visitors {
  /** The last cookie and target are those of the present. */
  private readonly cookies: string[] = [];
  private readonly targets: string[] = [];
  private readonly versions = new Set<string>();
  /** What a request needs to see the page; undefined during a change. */
  private admits: { cookie: string | undefined; since: number } | undefined;
  private isStopped = false;
  private readonly running: Promise<void>[] = [];
  /** They count answers. `latestMs` is how long after a change one showed the page without admission. */
  readonly seen = { requests: 0, shown: 0, without: 0, latestMs: 0, failed: 0, lastFailure: '' };

  constructor(
    private readonly page: OwnPage,
    /** The ports of the viewers. */
    private readonly ports: readonly number[],
  ) {
    for (const place of ports.keys()) {
      for (let one = 0; one < CONCURRENCY; one++) this.running.push(this.visit(place));
    }
  }

  beginChange(): void {
    this.admits = undefined;
  }

  /** The change was acknowledged. */
  endChange(isPublic = false): void {
    this.admits = isPublic ? undefined : { cookie: undefined, since: performance.now() };
  }

  /** Lets a visitor in. @returns that visitor's cookie */
  async admit(target: string): Promise<string> {
    const cookie = await this.page.admit(target);
    this.cookies.push(cookie);
    this.targets.push(target);
    if (this.admits) this.admits.cookie = cookie;
    return cookie;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running);
  }

  private async visit(place: number): Promise<void> {
    for (let turn = place; !this.isStopped; turn++) {
      const { target, headers, method, cookie } = this.request(turn);
      try {
        this.note(await this.page.ask(this.ports[place] ?? 0, target, headers, method), cookie);
      } catch (error) {
        // A viewer is ended and started meanwhile.
        this.seen.failed += 1;
        this.seen.lastFailure = String(error);
      }
    }
  }

  private request(turn: number) {
    const cookie = this.cookies[turn % (this.cookies.length + 1)];
    const former = this.targets[turn % Math.max(1, this.targets.length - 1)];
    const targets = ['/', '/', `/share/${this.page.path}`, '/index.html', ...(this.targets.length > 1 ? [former] : [])];
    const version = [...this.versions][turn % Math.max(1, this.versions.size)] ?? '*';
    const sent: Record<string, string>[] = [
      ...[{}, { 'if-none-match': version }, { range: 'bytes=0-9' }, { 'accept-encoding': 'br' }],
      { 'sec-fetch-dest': 'empty' },
    ];
    const target = targets[turn % targets.length] ?? '/';
    // The present cookie is that of an admitted visitor.
    const headers = { ...sent[(turn >> 2) % sent.length], ...(cookie === undefined ? {} : { cookie }) };
    return { target, headers, method: turn % 7 === 0 ? 'HEAD' : 'GET', cookie };
  }

  private note({ status, headers, body }: Answer, cookie: string | undefined): void {
    this.seen.requests += 1;
    const isShown = [200, 206, 304].includes(status) || headers['set-cookie'] !== undefined || body.includes(CONTENT);
    if (!isShown) return;
    this.seen.shown += 1;
    if (headers.etag) this.versions.add(headers.etag);
    if (!this.admits || (cookie !== undefined && cookie === this.admits.cookie)) return;
    this.seen.without += 1;
    this.seen.latestMs = Math.max(this.seen.latestMs, Math.round(performance.now() - this.admits.since));
  }
}
