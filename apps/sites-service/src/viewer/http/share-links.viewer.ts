import type { PageAddresses } from '@haru/contracts';
import { atMost } from '@haru/service-runtime';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type UnavailableReason, unavailableCodes, unavailableReason } from '../../sites/site-visibility.js';
import { type ErrorScreens, errorScreens, ExpiredScreens, withoutScripts } from '../screens/error-screen.js';
import { Setting } from '../../settings.js';
import { PageCache } from '../sources/page-cache.js';
import { steadyNow } from '../cache/database-breaker.js';
import type { ReadyPage } from '../cache/ready-page.js';
import { Admissions } from './admissions.js';
import { ReviewNotice } from './review-notice.js';
import { ICON_FILE, isPreview, OTHER, ownHostRoute, shareRoute, type ShareRoute } from './share-route.js';
import { PageFiles } from './page-files.viewer.js';
import { Previews } from './previews.viewer.js';
import { ViewerTraffic } from './viewer-traffic.js';
import {
  isForWorker,
  isNavigation,
  plain,
  queryOf,
  redirectTo,
  refuseWorker,
  send,
  sendNoIcon,
  showError,
  showFailure,
  type Visit,
} from './visit.js';
import { workerRemoval } from './worker-removal.js';

/** Reading an address costs as much as finding the page, so this many are remembered. */
const ADDRESSES_MAX = 5_000;
const ADDRESS_MAX_LENGTH = 512;

type HostRole = ReturnType<PageAddresses['roleOf']>;

/** The host and the target of a request name this. */
interface Destination {
  route: ShareRoute;
  isOwnHost: boolean;
  /** The app's host or an unknown one shows no page, nor the shared host one that is only on its own. */
  isElsewhere: boolean;
  screens: ErrorScreens;
}

/** Answers share links by Node's own server, because this route has the most traffic. */
@Injectable()
export class ShareLinks {
  private readonly logger = new Logger(ShareLinks.name);
  private readonly traffic = new ViewerTraffic();
  private readonly screens;
  private readonly expired;
  private readonly destinations = new LRUCache<string, Destination>(atMost(ADDRESSES_MAX));

  constructor(
    private readonly pages: PageCache,
    @Setting('addresses') private readonly addresses: PageAddresses,
    private readonly notice: ReviewNotice,
    private readonly admissions: Admissions,
    @Inject(PageFiles) private readonly files: Pick<PageFiles, 'show'>,
    @Inject(Previews) private readonly previews: Pick<Previews, 'show'>,
  ) {
    const { appOrigin, ownOrigins } = addresses;
    const shared = errorScreens(appOrigin);
    this.screens = { shared, own: errorScreens(appOrigin, ownOrigins), preview: withoutScripts(shared) };
    this.expired = { shared: new ExpiredScreens(appOrigin), own: new ExpiredScreens(appOrigin, ownOrigins) };
  }

  /** @returns false when the target is no share link */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    const { url = '', headers } = request;
    const destination = this.destinationOf(headers.host ?? '', url);
    if (destination.route.kind === 'other') return false;
    const answering = this.answer(destination, request, response);
    if (answering) void answering.finally(() => this.traffic.note(request.method, response.statusCode, startedAt));
    else this.traffic.note(request.method, response.statusCode, startedAt);
    return true;
  }

  private destinationOf(host: string, target: string): Destination {
    const address = host + target;
    const known = this.destinations.get(address);
    if (known) return known;
    const read = this.readAddress(host, target);
    if (address.length <= ADDRESS_MAX_LENGTH) this.destinations.set(address, read);
    return read;
  }

  private readAddress(host: string, target: string): Destination {
    const role = this.addresses.roleOf(host);
    const route = routeOf(role, target);
    const isOwnHost = role.kind === 'page' || role.kind === 'no-page';
    const isOnlyOnOwnHost = route.kind === 'page' && !this.addresses.hostsOf(route.path, false).shared;
    const isElsewhere = role.kind === 'app' || role.kind === 'other' || (role.kind === 'pages-host' && isOnlyOnOwnHost);
    const screens = this.screens[isOwnHost ? 'own' : isPreview(route) ? 'preview' : 'shared'];
    return { route, isOwnHost, isElsewhere, screens };
  }

  /** @returns undefined when the answer has been sent already */
  private answer(
    { route, isOwnHost, isElsewhere, screens }: Destination,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD' && !this.continuesTo(route, request)) {
      return void send(response, 405, [...plain, 'Allow', 'GET, HEAD'], 'Method not allowed\n');
    }
    // A service worker would outlive its page and control every other page of the host.
    if (isForWorker(request) && !(isOwnHost && route.kind === 'page')) return void refuseWorker(response);
    if (route.kind === 'icon') return void sendNoIcon(response);
    if (isPreview(route)) return this.previews.show(route, { screens, request, response });
    if (isElsewhere) return void redirectTo(response, this.addresses.locationOf(request.url ?? ''));
    if (route.kind === 'page') {
      const { path, key, file } = route;
      return this.show({ path, key, file, isOwnHost, screens, request, response });
    }
    const screen = route.kind === 'path-missing' ? screens.PATH_MISSING : screens.SITE_NOT_FOUND;
    return void showError({ request, response }, screen);
  }

  private continuesTo(route: ShareRoute, request: IncomingMessage): boolean {
    return route.kind === 'page' && this.notice.isContinuing(request);
  }

  private show(visit: Visit): Promise<void> | undefined {
    const { path, request } = visit;
    const known = this.pages.peek(path, steadyNow());
    const answering =
      known === undefined
        ? this.pages.load(path).then((found) => this.showFound(visit, found))
        : this.showFound(visit, known);
    return answering?.catch((error: unknown) => {
      const requestId = request.headers['x-request-id'];
      this.logger.error({ err: error, path, requestId }, 'a page could not be shown');
      showFailure(visit, error);
    });
  }

  /** @returns undefined when the answer has been sent already */
  private showFound(visit: Visit, found: ReadyPage | UnavailableReason): Promise<void> | undefined {
    const { path, file, isOwnHost, screens, request, response } = visit;
    const reason = typeof found === 'string' ? found : this.reasonNow(found, visit);
    const isHidden = reason !== undefined || (typeof found !== 'string' && found.state.underReview);
    if (isHidden && isOwnHost && isForWorker(request)) {
      return void response.writeHead(200, workerRemoval.headers).end(workerRemoval.body);
    }
    if (typeof found === 'string' || reason) {
      if (file === ICON_FILE) return void sendNoIcon(response);
      const expiresAt = typeof found === 'string' ? this.pages.expiryOf(path) : found.state.expiresAt;
      const expired = isOwnHost ? this.expired.own : this.expired.shared;
      const dated = reason === 'expired' && expiresAt ? expired.at(expiresAt) : undefined;
      return void showError(visit, dated ?? screens[unavailableCodes[reason ?? 'not-found']]);
    }
    const isPublic = found.state.visibility === 'public';
    if (!isPublic && isOwnHost && this.admissions.hasKey(found.state, visit)) {
      return this.admissions.admit(found.state, visit);
    }
    // Only pages that need one have an origin of their own here.
    if (isOwnHost && !found.hosts.own) {
      return void redirectTo(response, this.addresses.sharedUrlOf(path) + queryOf(request));
    }
    if (request.method === 'POST' && !isInFrame(request)) {
      return void this.notice.continue(found.state, request.url ?? '/', response, isOwnHost);
    }
    if (
      found.state.underReview &&
      isNavigation(request) &&
      !this.notice.hasContinued(found.state, request, isOwnHost)
    ) {
      return void this.notice.show(path, response, { isOwnHost });
    }
    if (!isPublic && isOwnHost && isNavigation(request)) this.admissions.renew(found.state, visit);
    return this.files.show(found, isOwnHost ? 'own' : 'shared', visit);
  }

  /** The state may have been read earlier, and the page may have expired since. */
  private reasonNow({ state, hosts }: ReadyPage, visit: Visit): UnavailableReason | undefined {
    const isPublic = state.visibility === 'public';
    // The shared host does not show a page that is not public and has a host of its own.
    const isHere = isPublic || visit.isOwnHost || hosts.shared;
    const isAdmitted =
      !isPublic && isHere && (this.admissions.hasCookie(state, visit) || this.admissions.hasKey(state, visit));
    return unavailableReason(state, { isAdmitted }, new Date());
  }
}

function routeOf(role: HostRole, requested: string): ShareRoute {
  // Some programs escape the sign before the key.
  const target = requested.replace(/%7e/i, '~');
  if (role.kind === 'preview') return { kind: 'file-preview', name: role.name };
  if (role.kind === 'page' || role.kind === 'no-page') return ownHostRoute(role, target);
  const route = shareRoute(target);
  return isPreview(route) && role.kind !== 'pages-host' ? OTHER : route;
}

/** A frame on another site keeps no cookie, so pressing the notice's button is answered with the page itself. */
function isInFrame({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && destination !== 'document';
}
