import { setInterval as every } from 'node:timers/promises';
import type { System } from '../../start/system.js';
import { makeAccounts, type BenchAccount } from '../common/accounts.js';
import { postJson } from '../common/post-json.js';

/** Requests a second of each kind. Sign-ins and sign-ups are few because each hash takes a quarter of a second of a core. */
const perSecond = {
  'hot share link': 10,
  'cold share link': 3,
  publish: 4,
  list: 2,
  extend: 1,
  delete: 1,
  'sign-in': 0.5,
  'sign-up': 0.5,
} as const;
type Kind = keyof typeof perSecond;
const kinds = Object.keys(perSecond) as Kind[];

const ACCOUNTS = 10;
/** Redis keeps 1,000 finished jobs of each queue. */
const FINISHED_JOBS = 1_000;
const CONCURRENT_MAILS = 10;
const TIMEOUT_MS = 15_000;
const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;

interface SignedIn {
  authorization: string;
  apikey: string;
}
interface Published {
  id: string;
  url: string;
  expires_at: string;
}

/** What a day brings, at a steady rate, whether or not answers come. */
export class MixedTraffic {
  readonly requests: Record<string, number> = {};
  /** By kind and reason. */
  readonly failures: Record<string, number> = {};
  private readonly users: SignedIn[] = [];
  private readonly unread: Published[] = [];
  private readonly undeleted: { user: SignedIn; site: Published }[] = [];
  private hot = '';
  private count = 0;

  private constructor(
    private readonly system: System['description'],
    private readonly accounts: readonly BenchAccount[],
  ) {}

  static async prepare(system: System['description']): Promise<MixedTraffic> {
    const traffic = new MixedTraffic(system, await makeAccounts(system, ACCOUNTS));
    // One at a time: more than a few hashes are refused with 503.
    for (const account of traffic.accounts) traffic.users.push(await traffic.signIn(account));
    traffic.hot = (await traffic.publish()).url;
    await traffic.fillQueues();
    return traffic;
  }

  /** Mails that sign in need no hash. */
  private async fillQueues(): Promise<void> {
    const numbers = Array.from({ length: FINISHED_JOBS }, (_, index) => index).values();
    const sender = async (): Promise<void> => {
      for (const number of numbers) await this.post('/auth/v1/otp', { email: `mail-${number}@example.com` });
    };
    await Promise.all(Array.from({ length: CONCURRENT_MAILS }, sender));
  }

  /** Until `signal` aborts; then it waits for the last answers. */
  async send(signal: AbortSignal): Promise<void> {
    await Promise.all(kinds.map((kind) => this.sendKind(kind, signal)));
  }

  private async sendKind(kind: Kind, signal: AbortSignal): Promise<void> {
    const inFlight = new Set<Promise<void>>();
    for await (const _ of every(1_000 / perSecond[kind])) {
      if (signal.aborted) break;
      const one = this.countOne(kind).finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
    await Promise.all(inFlight);
  }

  private async countOne(kind: Kind): Promise<void> {
    this.requests[kind] = (this.requests[kind] ?? 0) + 1;
    try {
      await this.ask(kind);
    } catch (error) {
      const reason = `${kind}: ${String(error).slice(0, 120)}`;
      this.failures[reason] = (this.failures[reason] ?? 0) + 1;
    }
  }

  private async ask(kind: Kind): Promise<unknown> {
    const account = this.accounts[this.count % ACCOUNTS];
    const user = this.users[this.count % ACCOUNTS];
    this.count += 1;
    if (!account || !user) throw new Error('there are no accounts');
    switch (kind) {
      case 'hot share link':
        return this.fetch(this.hot);
      case 'cold share link': {
        const site = this.unread.shift();
        return site && this.fetch(site.url);
      }
      case 'publish':
        return this.publish(user);
      case 'list':
        return this.fetch(`${this.system.url}/rest/v1/sites?select=id,title&order=created_at.desc&limit=20`, {
          headers: { ...user },
        });
      case 'extend':
        return this.extend();
      case 'delete':
        return this.delete();
      case 'sign-in':
        return this.signIn(account);
      case 'sign-up':
        return this.post('/auth/v1/signup', { email: `soak-${this.count}@example.com`, password: account.password });
    }
  }

  private async publish(user?: SignedIn): Promise<Published> {
    const html = `<!doctype html><title>soak ${this.count}</title>${'<p>長い文</p>'.repeat(200)}`;
    const { site } = (await this.post('/functions/v1/create-site', { html_content: html }, user)) as {
      site: Published;
    };
    this.unread.push(site);
    if (user) this.undeleted.push({ user, site });
    return site;
  }

  /** The oldest page that is not deleted. */
  private async extend(): Promise<void> {
    const [oldest] = this.undeleted;
    if (!oldest) return;
    const { site, user } = oldest;
    site.expires_at = new Date(Date.parse(site.expires_at) + MONTH_MS).toISOString();
    await this.fetch(this.rowOf(site), {
      method: 'PATCH',
      headers: { ...user, 'content-type': 'application/json' },
      body: JSON.stringify({ expires_at: site.expires_at }),
    });
  }

  private async delete(): Promise<void> {
    const oldest = this.undeleted.shift();
    if (oldest) await this.fetch(this.rowOf(oldest.site), { method: 'DELETE', headers: { ...oldest.user } });
  }

  private rowOf({ id }: Published): string {
    return `${this.system.url}/rest/v1/sites?id=eq.${id}`;
  }

  private async signIn({ email, password }: BenchAccount): Promise<SignedIn> {
    const body = { email, password };
    const session = (await this.post('/auth/v1/token?grant_type=password', body)) as { access_token: string };
    return { authorization: `Bearer ${session.access_token}`, apikey: this.system.anonKey };
  }

  private post(path: string, body: object, headers: Partial<SignedIn> = {}): Promise<unknown> {
    return postJson(`${this.system.url}${path}`, body, { ...headers });
  }

  private async fetch(url: string, init: RequestInit = {}): Promise<void> {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 100)}`);
  }
}
