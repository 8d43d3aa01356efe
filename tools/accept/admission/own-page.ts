import { waitFor } from '@haru/local-servers';
import { z } from 'zod';
import { bearer, sendJson } from '../../bench/harness/api.js';
import type { System } from '../../start/system.js';
import { ask, type Answer } from '../../../apps/sites-service/test/http.js';

const rowsSchema = z.tuple([z.object({ access_key: z.string().nullable() })]);
const openedSchema = z.object({ url: z.url() });

/** What the owner does with a page, and how people get into it. */
export class OwnPage {
  private secrets = 0;

  constructor(
    private readonly system: System['description'],
    private readonly token: string,
    readonly id: string,
    readonly path: string,
  ) {}

  get host(): string {
    return `${this.path}.pages.localhost:${new URL(this.system.pagesUrl).port}`;
  }

  /** Changes who sees the page. @returns how people open it from then on, as a target on its own host */
  async change(to: 'public' | 'secret' | 'password'): Promise<() => Promise<string>> {
    const password = `合言葉の${++this.secrets}番`;
    if (to === 'password') {
      await this.patch({ visibility: to, password });
      return async () => new URL(await this.open(password)).pathname;
    }
    const key = await this.patch({ visibility: to });
    return async () => (key === null ? '/' : `/~${key}`);
  }

  async renewKey(): Promise<() => Promise<string>> {
    const key = await this.patch({ access_key: null });
    return async () => `/~${key}`;
  }

  ask(port: number, target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return ask(port, target, { method, headers: { host: this.host, ...headers } });
  }

  /** @returns the cookie of a visitor who opens the page by this target */
  async admit(target: string): Promise<string> {
    const port = Number(new URL(this.system.viewerUrl).port);
    const set = async () => (await this.ask(port, target)).headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return waitFor(set, { what: 'the page to admit a visitor' });
  }

  /** A change that is answered 503 is sent again, as the answer asks for. @returns the key of a secret page */
  private async patch(changes: object): Promise<string | null> {
    const headers = { apikey: this.system.anonKey, ...bearer(this.token), prefer: 'return=representation' };
    const url = `${this.system.url}/rest/v1/sites?id=eq.${this.id}&select=access_key`;
    const send = () => sendJson(url, changes, headers, 'PATCH');
    return rowsSchema.parse(await waitFor(send, { timeoutMs: 60_000, everyMs: 500, what: 'a change' }))[0].access_key;
  }

  private async open(password: string): Promise<string> {
    const answer = await sendJson(`${this.system.url}/functions/v1/open-site`, { path: this.path, password });
    return openedSchema.parse(answer).url;
  }
}
