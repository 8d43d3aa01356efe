import type { PageAddresses } from '@haru/contracts';
import { atMost, openRedis } from '@haru/service-runtime';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import { Setting } from '../../settings.js';
import { AccessKeys, CODE_MS, nameOf } from '../../sites/access-keys.js';
import { ExpiringTokens } from '../../sites/signatures.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { cookieOf, showError, type Visit } from './visit.js';

/** Redis notes which codes were used, so that each admits one visitor, whichever viewer is asked. */
@Injectable()
export class UsedCodes implements OnApplicationShutdown {
  private readonly redis: ReturnType<typeof openRedis>;

  constructor(@Setting('REDIS_URL') redisUrl: string) {
    this.redis = openRedis(redisUrl, 'haru:viewer:codes', new Logger(UsedCodes.name), { commandTimeout: 1_000 });
  }

  async isFirstUse(code: string): Promise<boolean> {
    return (await this.redis.set(`access-code:${code}`, '', 'PX', CODE_MS, 'NX')) === 'OK';
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}

const COOKIE = 'haru-admitted';
const ADMITTED_SECONDS = 30 * 86_400;

/** Verifying a cookie takes a third of an answer's time, so verified cookies are kept for a minute. */
const VERIFIED_MAX = 10_000;
const VERIFIED_MS = 60_000;

/** The rest of the address is a key or a code. */
const KEY_PREFIX = '/~';

/**
 * Admits visitors to pages that are not public. On a page's own host the key, or the code for the page's password, is
 * exchanged for a cookie, so that the address has no key when the page runs. On the shared host pages have no cookies,
 * so each address has the key.
 */
@Injectable()
export class Admissions {
  private readonly tokens: ExpiringTokens;
  private readonly verified = new LRUCache<string, { name: string; isRenewed: boolean }>({
    ...atMost(VERIFIED_MAX),
    ttl: VERIFIED_MS,
    // By default the cache starts a timer in each millisecond in which it is read.
    ttlResolution: 1_000,
  });
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(
    @Setting('PAGE_MANIFEST_KEY') keys: readonly string[],
    private readonly accessKeys: AccessKeys,
    @Inject(UsedCodes) private readonly usedCodes: Pick<UsedCodes, 'isFirstUse'>,
    @Setting('addresses') addresses: PageAddresses,
  ) {
    this.tokens = new ExpiringTokens(keys, 'haru admitted 1\n');
    this.isSecure = addresses.ownOrigins?.source.startsWith('https:') ?? false;
    // Another page below the same domain cannot set such a cookie.
    this.name = this.isSecure ? `__Host-${COOKIE}` : COOKIE;
  }

  /** Whether the address has the key of the page, or a code for it. A code may have been used before. */
  hasKey(state: SiteState, visit: Visit): boolean {
    const given = keyIn(visit);
    if (given === undefined) return false;
    if (state.visibility === 'secret') return this.accessKeys.opens(state, given);
    return visit.isOwnHost && this.accessKeys.opensByCode(state, given);
  }

  /** Whether the visitor has opened the page's own host with the current key before. */
  hasCookie(state: SiteState, { isOwnHost, request }: Visit): boolean {
    if (!isOwnHost) return false;
    const token = cookieOf(request, this.name);
    return token !== undefined && this.read(token) === nameOf(state);
  }

  /** Sets the cookie and redirects to the page. Call it only if `hasKey` is true. HEAD does not use a code up. */
  admit(state: SiteState, visit: Visit): Promise<void> | undefined {
    if (visit.request.method === 'HEAD') return void redirect(visit.response);
    if (state.visibility === 'secret') return void this.exchange(state, visit);
    return this.usedCodes.isFirstUse(keyIn(visit) ?? '').then((isFirst) => {
      if (isFirst) this.exchange(state, visit);
      else showError(visit, visit.screens.SITE_NOT_FOUND);
    });
  }

  /**
   * Gives a visitor who has the cookie a new one, once for each time that it is verified. Browsers without one are told
   * to delete what the page stored.
   */
  renew(state: SiteState, { request, response }: Visit): void {
    const known = this.verified.get(cookieOf(request, this.name) ?? '');
    if (!known || known.isRenewed) return;
    known.isRenewed = true;
    response.setHeader('Set-Cookie', this.newCookie(state));
  }

  private exchange(state: SiteState, { response }: Visit): void {
    redirect(response, ['Set-Cookie', this.newCookie(state)]);
  }

  private newCookie(state: SiteState): string {
    const expiresAt = new Date(Date.now() + ADMITTED_SECONDS * 1_000);
    const token = this.tokens.sign(nameOf(state), expiresAt);
    const secure = this.isSecure ? '; Secure' : '';
    return `${this.name}=${token}; Path=/; Max-Age=${ADMITTED_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }

  private read(token: string): string | undefined {
    const known = this.verified.get(token);
    if (known !== undefined) return known.name;
    const name = this.tokens.read(token);
    if (name !== undefined) this.verified.set(token, { name, isRenewed: false });
    return name;
  }
}

function redirect(response: ServerResponse, cookie: readonly string[] = []): void {
  const safe = ['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'X-Robots-Tag', 'noindex'];
  response.writeHead(303, ['Location', '/', ...cookie, ...safe, 'Content-Length', '0']).end();
}

function keyIn({ isOwnHost, file = '', key }: Visit): string | undefined {
  if (!isOwnHost) return key;
  return file.startsWith(KEY_PREFIX) ? file.slice(KEY_PREFIX.length) : undefined;
}
