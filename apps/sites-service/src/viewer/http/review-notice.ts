import type { PageAddresses } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Setting } from '../../settings.js';
import { Signatures } from '../../sites/signatures.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { noticeHeaders } from '../headers/page-security.js';
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
  private readonly attributes: string;
  private readonly name: string;
  private readonly isOfHost: boolean;

  constructor(
    @Setting('PAGE_MANIFEST_KEY') keys: readonly string[],
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {
    this.signatures = new Signatures(keys, 'haru continued to page 1\n');
    this.isOfHost = addresses.ownOrigins?.source.startsWith('https:') ?? false;
    this.name = this.isOfHost ? `__Host-${COOKIE}` : COOKIE;
    const isSecure = this.isOfHost || addresses.pagesOrigin.startsWith('https:');
    this.attributes = `Max-Age=${CONTINUED_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Whether the notice itself sent this request: other pages cannot press its button for a visitor. */
  isContinuing({ method, headers }: IncomingMessage): boolean {
    if (method !== 'POST') return false;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    return URL.canParse(headers.origin ?? '') && new URL(headers.origin ?? '').host === headers.host;
  }

  /** Whether the visitor continued to this version of the page within the last hour. */
  hasContinued(state: SiteState, request: IncomingMessage): boolean {
    const { method, headers } = request;
    if (method === 'POST') return this.isContinuing(request);
    const value = (headers.cookie ?? '')
      .split(/; */)
      .find((cookie) => cookie.startsWith(`${this.name}=`))
      ?.slice(this.name.length + 1);
    return value !== undefined && this.signatures.isValid(state.storagePath, value);
  }

  /** @param path undefined for a preview, whose notice has no button */
  show(path: string | undefined, response: ServerResponse): void {
    const body = Buffer.from(noticeScreen(this.addresses.appOrigin, path));
    response.writeHead(200, [...noticeHeaders, 'Content-Length', String(body.length)]).end(body);
  }

  /** Redirects to the same address with the cookie, so that links from the page to itself show no notice either. */
  continue(state: SiteState, target: string, response: ServerResponse): void {
    const [route = '/'] = target.split('?', 1);
    const path = this.isOfHost ? '/' : route;
    const cookie = `${this.name}=${this.signatures.sign(state.storagePath)}; Path=${path}; ${this.attributes}`;
    const headers = ['Location', target, 'Set-Cookie', cookie, 'Cache-Control', 'no-store', 'Content-Length', '0'];
    response.writeHead(303, headers).end();
  }
}
