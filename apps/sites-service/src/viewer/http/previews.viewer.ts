import type { PageAddresses } from '@haru/contracts';
import { withTitle } from '@haru/page-html';
import { libraries, LIBRARY_FOLDER } from '@haru/page-render/libraries';
import { Semaphore } from '@haru/service-runtime';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { PreviewSigner } from '../../trees/tickets.js';
import { Setting } from '../../settings.js';
import { type ReadyTree, treeOf } from '../cache/ready-page.js';
import { SiteStates } from '../cache/site-state.js';
import { framedByApp, previewHeaders, securityHeaders } from '../headers/page-security.js';
import { previewFrameOf } from '../screens/preview-frame.js';
import { PageFiles } from './page-files.viewer.js';
import { ReviewNotice } from './review-notice.js';
import type { PreviewRoute } from './share-route.js';
import { UnsentAnswers } from './unsent-answers.js';
import { isNavigation, plain, send, showError, showFailure, type Visit } from './visit.js';
import { type Artifact, makeArtifact } from '../../storage/html-storage/artifact.js';
import { chooseEncoding } from '../headers/accept-encoding.js';

const libraryNames = new Set([...Object.values(libraries.modules).flat(), libraries.tailwind]);

/**
 * A preview has an opaque origin, so its requests are cross-origin. A name has the hash of its file, so answers are
 * immutable.
 */
const libraryHeaders = [
  ...securityHeaders,
  ...['Content-Type', 'text/javascript; charset=utf-8', 'Access-Control-Allow-Origin', '*'],
  ...['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding'],
];

async function readLibrary(name: string): Promise<Artifact> {
  return makeArtifact(await readFile(new URL(import.meta.resolve(`@haru/page-render/libraries/${name}`))));
}

/** A page requests its files at the same time, and its list of files is read once for all. */
const KEPT_MS = 10_000;
const MAX_KEPT = 50;
/** A page has at most 1 MiB; while its title is inserted, two copies are in memory. */
const MAX_CONCURRENT = 4;
const MAX_WAITING = 256;

/** Previews are not listed anywhere, and the owner of the files sees them without a notice. */
const ofFiles = {
  state: { noindex: true, underReview: false, visibility: 'public' },
  bodies: {},
  headers: {},
} as const;

type Answered = Omit<Visit, 'path' | 'isOwnHost'>;

/** Shows what is not published to those who have its secret address: old versions, uploads, pages in the editor. */
@Injectable()
export class Previews {
  private readonly logger = new Logger(Previews.name);
  private readonly turns = new Semaphore(MAX_CONCURRENT, MAX_WAITING);
  private readonly frame: ReturnType<typeof previewFrameOf>;
  /** Only the app may frame a page that visitors do not see, or only behind the notice. */
  private readonly framedHeaders: readonly string[];
  private readonly trees: LRUCache<string, ReadyTree>;
  private readonly libraries = new LRUCache<string, Artifact>({ max: libraryNames.size, fetchMethod: readLibrary });

  constructor(
    private readonly signer: PreviewSigner,
    private readonly sites: SiteStates,
    private readonly unsent: UnsentAnswers,
    @Inject(ReviewNotice) private readonly notice: Pick<ReviewNotice, 'show'>,
    private readonly files: PageFiles,
    @Setting('addresses') addresses: Pick<PageAddresses, 'appOrigin'>,
  ) {
    this.frame = previewFrameOf(addresses);
    this.framedHeaders = framedByApp(previewHeaders, addresses.appOrigin);
    this.trees = new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS, fetchMethod: (name) => this.findFiles(name) });
  }

  /** @returns undefined when the answer has been sent already */
  show(route: PreviewRoute, visit: Answered): Promise<void> | undefined {
    if (route.kind === 'preview-frame')
      return void visit.response.writeHead(200, this.frame.headers).end(this.frame.body);
    if (route.kind === 'library') return this.showLibrary(route.path, visit);
    const answering =
      route.kind === 'file-preview' ? this.showFile(route.name, visit) : this.showVersion(route.token, visit);
    return answering.catch((error: unknown) => {
      // The address is left out, because a log is read by more people than the page's owner.
      this.logger.error({ err: error }, 'a preview could not be shown');
      showFailure(visit, error);
    });
  }

  /**
   * Sends a library of a component that the app previews. Published components have them as files of their own.
   * @param path begins with a slash
   */
  private async showLibrary(path: string, { request, response }: Answered): Promise<void> {
    const name = path.slice(LIBRARY_FOLDER.length + 2);
    if (!libraryNames.has(name)) return send(response, 404, plain, 'not found\n');
    try {
      const file = await this.libraries.forceFetch(name);
      const encoding = chooseEncoding(request.headers['accept-encoding']) ?? 'identity';
      const body = file[encoding];
      const encoded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      response.writeHead(200, [...libraryHeaders, ...encoded, 'Content-Length', String(body.length)]).end(body);
    } catch (error) {
      this.logger.error({ err: error, name }, 'a library could not be read');
      send(response, 500, plain, 'not available\n');
    }
  }

  private async showVersion(token: string, visit: Answered): Promise<void> {
    const { screens, request, response } = visit;
    const preview = this.signer.read(token, new Date());
    if (!preview) return showError(visit, screens.PREVIEW_EXPIRED);
    const found = await this.turns.pass(() => this.sites.findVersion(preview));
    if (found?.isStopped) return showError(visit, screens.SITE_STOPPED);
    // A tree is shown on a host of its own.
    if (typeof found?.html !== 'string') return showError(visit, screens.SITE_NOT_FOUND);
    const isHidden = found.isUnderReview || found.isExpired;
    if (isHidden && request.headers['sec-fetch-dest'] !== 'iframe') {
      return found.isUnderReview ? this.notice.show(undefined, response) : showError(visit, screens.SITE_EXPIRED);
    }
    const body = Buffer.from(withTitle(found.html, found.title));
    const headers = isHidden ? this.framedHeaders : previewHeaders;
    response.writeHead(200, [...headers, 'Content-Length', String(body.length)]).end(body);
    if (request.socket.writableLength > 0 && request.method === 'GET') this.unsent.add(request, response, body);
  }

  /** Shows a file of an upload or of a version on a host whose name is secret, in a frame of the app only. */
  private async showFile(name: string, visit: Answered): Promise<void> {
    const { screens, request } = visit;
    // A window of its own would make the preview a page that nobody can stop.
    if (isNavigation(request) && request.headers['sec-fetch-dest'] !== 'iframe') {
      return showError(visit, screens.SITE_NOT_FOUND);
    }
    const tree = await this.trees.fetch(name);
    if (!tree) return showError(visit, screens.PREVIEW_EXPIRED);
    const [file = '/'] = (request.url ?? '/').split('?', 1);
    await this.files.show({ ...ofFiles, tree }, 'preview', { ...visit, path: name, isOwnHost: true, file });
  }

  private async findFiles(name: string): Promise<ReadyTree | undefined> {
    const files = await this.turns.pass(() => this.sites.findPreview(name));
    return files && treeOf(files);
  }
}
