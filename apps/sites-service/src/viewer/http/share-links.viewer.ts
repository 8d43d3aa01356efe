import type { PageAddresses } from '@haru/contracts';
import { QueueFullError } from '@haru/service-runtime';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type UnavailableReason, unavailableCodes, unavailableReason } from '../../sites/site-visibility.js';
import { chooseEncoding } from '../headers/accept-encoding.js';
import { type ErrorScreen, ExpiredScreens, type ErrorScreens, screensOf } from '../screens/error-screen.js';
import { previewFrameOf } from '../screens/preview-frame.js';
import { hasVersion } from '../headers/if-none-match.js';
import { Setting } from '../../settings.js';
import { PageCache } from '../sources/page-cache.js';
import { securityHeaders } from '../headers/page-security.js';
import { steadyNow } from '../cache/known-changes.js';
import type { ReadyPage, Variants } from '../cache/ready-page.js';
import { ReviewNotice } from './review-notice.js';
import { ICON_FILE, ownHostRoute, shareRoute, type ShareRoute } from './share-route.js';
import { DatabaseUnavailable } from '../cache/site-state.js';
import { UnsentAnswers } from './unsent-answers.js';
import { VersionPreviews } from './version-previews.viewer.js';
import { ViewerTraffic } from './viewer-traffic.js';
import { workerRemoval } from './worker-removal.js';

const plain = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store', ...securityHeaders];

const redirect = ['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'Content-Security-Policy', 'sandbox'];

type HostScreens = ErrorScreens & { expired: ExpiredScreens };

function withExpired(screens: ErrorScreens): HostScreens {
  return { ...screens, expired: new ExpiredScreens(screens.SITE_EXPIRED) };
}

/** A request for a page. */
interface Visit {
  path: string;
  file?: string;
  isOwnHost: boolean;
  screens: HostScreens;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers share links by Node's own server, because this route has the most traffic. */
@Injectable()
export class ShareLinks {
  private readonly logger = new Logger(ShareLinks.name);
  private readonly traffic = new ViewerTraffic();
  private readonly screens: { shared: HostScreens; own: HostScreens };
  private readonly previewFrame: ReturnType<typeof previewFrameOf>;

  constructor(
    private readonly pages: PageCache,
    @Setting('addresses') private readonly addresses: PageAddresses,
    private readonly unsent: UnsentAnswers,
    @Inject(VersionPreviews) private readonly previews: Pick<VersionPreviews, 'show'>,
    private readonly notice: ReviewNotice,
  ) {
    this.previewFrame = previewFrameOf(addresses);
    const screens = screensOf(addresses.appOrigin, addresses.ownOrigins);
    this.screens = { shared: withExpired(screens.shared), own: withExpired(screens.own) };
  }

  /** @returns false when the target is no share link */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    const target = request.url ?? '';
    const role = this.addresses.roleOf(request.headers.host);
    const isOwnHost = role.kind === 'page' || role.kind === 'no-page';
    const route = isOwnHost ? ownHostRoute(role, target) : shareRoute(target);
    if (route.kind === 'other') return false;
    if ((route.kind === 'preview-frame' || route.kind === 'version-preview') && role.kind !== 'pages-host')
      return false;
    const screens = isOwnHost ? this.screens.own : this.screens.shared;
    // Nothing is shown on the app's host or an unknown one, which may be another name of the app's.
    const isElsewhere =
      role.kind === 'app' || role.kind === 'other' || (role.kind === 'pages-host' && this.isOnlyOnOwnHost(route));
    if (request.method !== 'GET' && request.method !== 'HEAD' && !this.continuesTo(route, request)) {
      send(response, 405, [...plain, 'Allow', 'GET, HEAD'], 'Method not allowed\n');
    } else if (isForWorker(request) && !(isOwnHost && route.kind === 'page')) {
      // A service worker would outlive its page and control every other page of the host.
      refuseWorker(response);
    } else if (route.kind === 'icon') {
      sendNoIcon(response);
    } else if (route.kind === 'preview-frame') {
      response.writeHead(200, this.previewFrame.headers).end(this.previewFrame.body);
    } else if (route.kind === 'version-preview') {
      void this.previews
        .show(route.token, screens, request, response)
        .finally(() => this.traffic.note(request.method, response.statusCode, startedAt));
      return true;
    } else if (isElsewhere) {
      send(response, 302, [...redirect, 'Location', this.addresses.locationOf(target)], '');
    } else if (route.kind === 'page') {
      this.show({ ...route, isOwnHost, screens, request, response }, startedAt);
    } else {
      this.showError(request, response, route.kind === 'path-missing' ? screens.PATH_MISSING : screens.SITE_NOT_FOUND);
    }
    if (response.writableEnded) this.traffic.note(request.method, response.statusCode, startedAt);
    return true;
  }

  private continuesTo(route: ShareRoute, request: IncomingMessage): boolean {
    return route.kind === 'page' && this.notice.isContinuing(request);
  }

  private isOnlyOnOwnHost(route: ShareRoute): boolean {
    return route.kind === 'page' && !this.addresses.hostsOf(route.path, false).shared;
  }

  private show(visit: Visit, startedAt: number): void {
    const { path, screens, request, response } = visit;
    const known = this.pages.peek(path, steadyNow());
    if (known !== undefined) return this.answer(visit, known);
    this.pages
      .load(path)
      .then((found) => this.answer(visit, found))
      .catch((error: unknown) => {
        this.logger.error(
          { err: error, path, requestId: request.headers['x-request-id'] },
          'a page could not be shown',
        );
        if (response.headersSent) response.destroy();
        else this.showError(request, response, screens[isTransient(error) ? 'FETCH_ERROR' : 'UNKNOWN_ERROR']);
      })
      .finally(() => this.traffic.note(request.method, response.statusCode, startedAt));
  }

  private answer(visit: Visit, found: ReadyPage | UnavailableReason): void {
    const { path, file, isOwnHost, screens, request, response } = visit;
    // It is judged now, because the state may have been read earlier.
    const reason = typeof found === 'string' ? found : unavailableReason(found.state, new Date());
    const isHidden = reason !== undefined || (typeof found !== 'string' && found.state.underReview);
    if (isHidden && isOwnHost && isForWorker(request)) {
      response.writeHead(200, workerRemoval.headers).end(workerRemoval.body);
      return;
    }
    if (typeof found === 'string' || reason) {
      if (file === ICON_FILE) return sendNoIcon(response);
      const expiresAt = typeof found === 'string' ? this.pages.expiryOf(path) : found.state.expiresAt;
      const dated = reason === 'expired' && expiresAt ? screens.expired.at(expiresAt) : undefined;
      return this.showError(request, response, dated ?? screens[unavailableCodes[reason ?? 'not-found']]);
    }
    const variants = found.variants[isOwnHost ? 'own' : 'shared'];
    if (!variants) return this.redirectToShared(visit);
    if (request.method === 'POST' && !isInFrame(request)) {
      return this.notice.continue(found.state, request.url ?? '/', response, isOwnHost);
    }
    if (
      found.state.underReview &&
      isNavigation(request) &&
      !this.notice.hasContinued(found.state, request, isOwnHost)
    ) {
      return this.notice.show(path, response, { isOwnHost });
    }
    if (file === ICON_FILE) return sendNoIcon(response);
    if (isForWorker(request)) return refuseWorker(response);
    if (file !== undefined && file !== '/') return this.showError(request, response, screens.FILE_NOT_FOUND);
    this.send(variants, visit);
  }

  /** Only pages that need one have an origin of their own here. */
  private redirectToShared({ path, request, response }: Visit): void {
    const [, query = ''] = /^[^?]*(.*)$/s.exec(request.url ?? '') ?? [];
    send(response, 302, [...redirect, 'Location', this.addresses.sharedUrlOf(path) + query], '');
  }

  private send(variants: Variants, { screens, request, response }: Visit): void {
    const encoding = chooseEncoding(header(request.headers['accept-encoding']));
    if (encoding === undefined) return this.showError(request, response, screens.NOT_ACCEPTABLE);
    const variant = variants[encoding];
    if (hasVersion(request.headers['if-none-match'], variant.etag)) {
      response.writeHead(304, variant.notModifiedHeaders).end();
    } else {
      // Node omits the body for HEAD.
      response.writeHead(200, variant.headers).end(variant.body);
      if (request.socket.writableLength > 0 && request.method === 'GET') {
        this.unsent.add(request, response, variant.body);
      }
    }
  }

  private showError(request: IncomingMessage, response: ServerResponse, screen: ErrorScreen): void {
    const { headers, body } = isNavigation(request) ? screen : screen.brief;
    response.writeHead(screen.status, headers).end(body);
  }
}

/** The answers to these requests are shown as documents. Old browsers and other clients do not send the header. */
const navigations = new Set<unknown>([undefined, 'document', 'iframe', 'frame', 'embed', 'object', 'fencedframe']);

function isNavigation({ headers }: IncomingMessage): boolean {
  return navigations.has(headers['sec-fetch-dest']);
}

/** Browsers send the header with requests for the script of a service worker. */
function isForWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined;
}

/** A frame on another site keeps no cookie, so pressing the notice's button is answered with the page itself. */
function isInFrame({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && destination !== 'document';
}

/** Whether a retry is likely to succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof QueueFullError;
}

/** Node joins this header, although its type allows several. */
function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function refuseWorker(response: ServerResponse): void {
  send(response, 403, plain, 'Service workers are not served here\n');
}

function sendNoIcon(response: ServerResponse): void {
  response.writeHead(204, ['Cache-Control', 'public, max-age=86400', ...securityHeaders]).end();
}

function send(response: ServerResponse, status: number, headers: string[], text: string): void {
  response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(text))]).end(text);
}
