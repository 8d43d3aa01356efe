import { Semaphore } from '@haru/service-runtime';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadyTree } from '../cache/ready-page.js';
import { SiteStates } from '../cache/site-state.js';
import { TreeFiles } from './tree-files.viewer.js';
import {
  type HostScreens,
  isForWorker,
  isNavigation,
  isTransient,
  plain,
  refuseWorker,
  send,
  showError,
} from './visit.js';

/** A page requests its files at the same time, and its list of files is read once for all. */
const KEPT_MS = 10_000;
const MAX_KEPT = 50;
/** Names that do not exist are looked up each time, so lookups are bounded. */
const MAX_CONCURRENT = 4;
const MAX_WAITING = 256;

/** Previews are not listed anywhere, and their owner sees them without a notice. */
const state = { noindex: true, underReview: false, visibility: 'public' } as const;

/** Shows the files of an upload or of a version on a host whose name is secret, in a frame of the app only. */
@Injectable()
export class FilePreviews {
  private readonly logger = new Logger(FilePreviews.name);
  private readonly turns = new Semaphore(MAX_CONCURRENT, MAX_WAITING);
  private readonly trees: LRUCache<string, ReadyTree>;

  constructor(
    private readonly sites: SiteStates,
    private readonly files: TreeFiles,
  ) {
    this.trees = new LRUCache({ max: MAX_KEPT, ttl: KEPT_MS, fetchMethod: (name) => this.find(name) });
  }

  async show(name: string, screens: HostScreens, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(response, 405, [...plain, 'Allow', 'GET, HEAD'], 'Method not allowed\n');
    }
    if (isForWorker(request)) return refuseWorker(response);
    const visit = { path: name, isOwnHost: true, screens, request, response };
    // A window of its own would make the preview a page that nobody can stop.
    if (isNavigation(request) && request.headers['sec-fetch-dest'] !== 'iframe') {
      return showError(visit, screens.SITE_NOT_FOUND);
    }
    try {
      const tree = await this.trees.fetch(name);
      if (!tree) return showError(visit, screens.PREVIEW_EXPIRED);
      const [file = '/'] = (request.url ?? '/').split('?', 1);
      await this.files.show({ tree, state, on: 'preview' }, { ...visit, file });
    } catch (error) {
      // The name is left out, because a log is read by more people than the files' owner.
      this.logger.error({ err: error }, 'a preview of files could not be shown');
      if (response.headersSent) response.destroy();
      else showError(visit, screens[isTransient(error) ? 'FETCH_ERROR' : 'UNKNOWN_ERROR']);
    }
  }

  private async find(name: string): Promise<ReadyTree | undefined> {
    const files = await this.turns.pass(() => this.sites.findPreview(name));
    return files && { files: new Map(files.map((file) => [file.path, file])), headers: new Map() };
  }
}
