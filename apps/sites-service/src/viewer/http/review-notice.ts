import type { PageAddresses } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Setting } from '../../settings.js';
import { Signatures } from '../../sites/signatures.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { clearSiteData, noticeHeaders } from '../headers/page-security.js';
import { cookieOf, pageAddressOf } from './visit.js';
import { noticeScreen } from '../screens/notice-screen.js';

const COOKIE = 'haru-continued';
/** A visitor who continued sees no notice of this version for this long. */
const CONTINUED_SECONDS = 3_600;

/**
 * Shows the notice before a page under review. A cookie for the page's address identifies a visitor who continued. If
 * pages have origins of their own over https, its name starts with `__Host-`, so that a page on a sibling host cannot
 * set it. On the shared host no page can set cookies, and the cookie has the page's path.
 */
@Injectable()
export class ReviewNotice {
  private readonly signatures: Signatures;
  /** Cookies of own origins, and those of the shared host. */
  private readonly cookies: { own: HostCookie; shared: HostCookie };

  constructor(
    @Setting('PAGE_MANIFEST_KEY') keys: readonly string[],
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {
    this.signatures = new Signatures(keys, 'haru continued to page 1\n');
    const isOwnSecure = addresses.ownOrigins?.source.startsWith('https:') ?? false;
    this.cookies = {
      own: { name: isOwnSecure ? `__Host-${COOKIE}` : COOKIE, isSecure: isOwnSecure },
      shared: { name: COOKIE, isSecure: addresses.pagesOrigin.startsWith('https:') },
    };
  }

  /** Whether the notice itself sent this request: other pages cannot press its button for a visitor. */
  isContinuing({ method, headers }: IncomingMessage): boolean {
    if (method !== 'POST') return false;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    return URL.canParse(headers.origin ?? '') && new URL(headers.origin ?? '').host === headers.host;
  }

  /** Whether the visitor continued to this version of the page within the last hour. */
  hasContinued(state: SiteState, request: IncomingMessage, isOwnHost: boolean): boolean {
    if (request.method === 'POST') return this.isContinuing(request);
    const value = cookieOf(request, this.cookies[isOwnHost ? 'own' : 'shared'].name);
    return value !== undefined && this.signatures.isValid(state.storagePath, value);
  }

  /** @param path undefined for a preview, whose notice has no button */
  show(path: string | undefined, response: ServerResponse, { isOwnHost = false } = {}): void {
    const body = Buffer.from(noticeScreen(this.addresses.appOrigin, path));
    const headers = [...noticeHeaders, ...(isOwnHost ? clearSiteData : [])];
    response.writeHead(200, [...headers, 'Content-Length', String(body.length)]).end(body);
  }

  /** Redirects to the same address with the cookie, so that links from the page to itself show no notice either. */
  continue(state: SiteState, target: string, response: ServerResponse, isOwnHost: boolean): void {
    const { name, isSecure } = this.cookies[isOwnHost ? 'own' : 'shared'];
    const path = isOwnHost ? '/' : pageAddressOf(target);
    const attributes = `Max-Age=${CONTINUED_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    const cookie = `${name}=${this.signatures.sign(state.storagePath)}; Path=${path}; ${attributes}`;
    // Two slashes at the beginning would lead to another host.
    const location = `/${target.replace(/^[/\\]+/, '')}`;
    const headers = ['Location', location, 'Set-Cookie', cookie, 'Cache-Control', 'no-store', 'Content-Length', '0'];
    response.writeHead(303, headers).end();
  }
}

interface HostCookie {
  name: string;
  isSecure: boolean;
}
