import type { PageAddresses } from '@haru/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type UnavailableReason, unavailableCodes, unavailableReason } from '../../sites/site-visibility.js';
import { chooseEncoding } from '../headers/accept-encoding.js';
import { ExpiredScreens, type ErrorScreens, screensOf, withoutScripts } from '../screens/error-screen.js';
import { previewFrameOf } from '../screens/preview-frame.js';
import { hasVersion } from '../headers/if-none-match.js';
import { Setting } from '../../settings.js';
import { PageCache } from '../sources/page-cache.js';
import { steadyNow } from '../cache/known-changes.js';
import type { ReadyPage } from '../cache/ready-page.js';
import { Admissions } from './admissions.js';
import { FilePreviews } from './file-previews.viewer.js';
import { PreviewLibraries } from './preview-libraries.js';
import { ReviewNotice } from './review-notice.js';
import { ICON_FILE, ownHostRoute, shareRoute, type ShareRoute } from './share-route.js';
import { TreeFiles } from './tree-files.viewer.js';
import { UnsentAnswers } from './unsent-answers.js';
import { VersionPreviews } from './version-previews.viewer.js';
import { ViewerTraffic } from './viewer-traffic.js';
import {
  header,
  type HostScreens,
  isForWorker,
  isNavigation,
  isTransient,
  plain,
  queryOf,
  redirectTo,
  refuseWorker,
  send,
  sendNoIcon,
  showError,
  type Visit,
} from './visit.js';
import { workerRemoval } from './worker-removal.js';

function withExpired(screens: ErrorScreens): HostScreens {
  return { ...screens, expired: new ExpiredScreens(screens.SITE_EXPIRED) };
}

/** Reading the host of a page costs as much as finding the page, so this many are remembered. */
const HOSTS_MAX = 10_000;
const HOST_MAX_LENGTH = 255;

/** Answers share links by Node's own server, because this route has the most traffic. */
@Injectable()
export class ShareLinks {
  private readonly logger = new Logger(ShareLinks.name);
  private readonly traffic = new ViewerTraffic();
  private readonly screens: { shared: HostScreens; own: HostScreens; preview: HostScreens };
  private readonly previewFrame: ReturnType<typeof previewFrameOf>;
  private readonly roles: LRUCache<string, ReturnType<PageAddresses['roleOf']>>;

  constructor(
    private readonly pages: PageCache,
    @Setting('addresses') private readonly addresses: PageAddresses,
    private readonly unsent: UnsentAnswers,
    @Inject(VersionPreviews) private readonly previews: Pick<VersionPreviews, 'show'>,
    private readonly notice: ReviewNotice,
    @Inject(TreeFiles) private readonly trees: Pick<TreeFiles, 'show'>,
    @Inject(FilePreviews) private readonly filePreviews: Pick<FilePreviews, 'show'>,
    private readonly admissions: Admissions,
    @Inject(PreviewLibraries) private readonly libraries: Pick<PreviewLibraries, 'show'>,
  ) {
    this.previewFrame = previewFrameOf(addresses);
    this.roles = new LRUCache({ max: HOSTS_MAX, memoMethod: (host) => addresses.roleOf(host) });
    const screens = screensOf(addresses.appOrigin, addresses.ownOrigins);
    this.screens = {
      shared: withExpired(screens.shared),
      own: withExpired(screens.own),
      preview: withExpired(withoutScripts(screens.shared)),
    };
  }

  /** @returns false when the target is no share link */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    const target = request.url ?? '';
    const { host = '' } = request.headers;
    const role = host.length > HOST_MAX_LENGTH ? this.addresses.roleOf(host) : this.roles.memo(host);
    if (role.kind === 'preview') {
      this.follow(this.filePreviews.show(role.name, this.screens.preview, request, response), request, response);
      return true;
    }
    const isOwnHost = role.kind === 'page' || role.kind === 'no-page';
    const route = isOwnHost ? ownHostRoute(role, target) : shareRoute(target);
    if (route.kind === 'other') return false;
    if (isOfPreviews(route) && role.kind !== 'pages-host') return false;
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
      this.follow(this.previews.show(route.token, this.screens.preview, request, response), request, response);
      return true;
    } else if (route.kind === 'library') {
      this.follow(this.libraries.show(route.path, request, response), request, response);
      return true;
    } else if (isElsewhere) {
      redirectTo(response, this.addresses.locationOf(target));
    } else if (route.kind === 'page') {
      this.show({ ...route, isOwnHost, screens, request, response }, startedAt);
    } else {
      showError({ request, response }, route.kind === 'path-missing' ? screens.PATH_MISSING : screens.SITE_NOT_FOUND);
    }
    if (response.writableEnded) this.traffic.note(request.method, response.statusCode, startedAt);
    return true;
  }

  private follow(answering: Promise<void>, { method }: IncomingMessage, response: ServerResponse): void {
    const startedAt = performance.now();
    void answering.finally(() => this.traffic.note(method, response.statusCode, startedAt));
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
    const answering =
      known === undefined
        ? this.pages.load(path).then((found) => this.answer(visit, found))
        : this.answer(visit, known);
    answering
      ?.catch((error: unknown) => {
        this.logger.error(
          { err: error, path, requestId: request.headers['x-request-id'] },
          'a page could not be shown',
        );
        if (response.headersSent) response.destroy();
        else showError(visit, screens[isTransient(error) ? 'FETCH_ERROR' : 'UNKNOWN_ERROR']);
      })
      .finally(() => this.traffic.note(request.method, response.statusCode, startedAt));
  }

  /** @returns undefined when the answer has been sent already */
  private answer(visit: Visit, found: ReadyPage | UnavailableReason): Promise<void> | undefined {
    const { path, file, isOwnHost, screens, request, response } = visit;
    const reason = typeof found === 'string' ? found : this.reasonNow(found, visit);
    const isHidden = reason !== undefined || (typeof found !== 'string' && found.state.underReview);
    if (isHidden && isOwnHost && isForWorker(request)) {
      return void response.writeHead(200, workerRemoval.headers).end(workerRemoval.body);
    }
    if (typeof found === 'string' || reason) {
      if (file === ICON_FILE) return void sendNoIcon(response);
      const expiresAt = typeof found === 'string' ? this.pages.expiryOf(path) : found.state.expiresAt;
      const dated = reason === 'expired' && expiresAt ? screens.expired.at(expiresAt) : undefined;
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
    if (found.tree) {
      const { tree, state } = found;
      return this.trees.show({ tree, state, on: isOwnHost ? 'own' : 'shared' }, visit);
    }
    this.showPage(found, visit);
    return undefined;
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

  private showPage({ variants: { own, shared } }: ReadyPage, visit: Visit): void {
    const { file, isOwnHost, screens, request, response } = visit;
    if (isOwnHost && file === ICON_FILE) return sendNoIcon(response);
    if (isForWorker(request)) return refuseWorker(response);
    const variants = isOwnHost ? own : shared;
    if (!variants || file !== (isOwnHost ? '/' : undefined)) return showError(visit, screens.FILE_NOT_FOUND);
    const encoding = chooseEncoding(header(request.headers['accept-encoding']));
    if (encoding === undefined) return showError(visit, screens.NOT_ACCEPTABLE);
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
}

function isOfPreviews({ kind }: ShareRoute): boolean {
  return kind === 'preview-frame' || kind === 'version-preview' || kind === 'library';
}

/** A frame on another site keeps no cookie, so pressing the notice's button is answered with the page itself. */
function isInFrame({ headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && destination !== 'document';
}
