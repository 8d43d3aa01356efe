import { withTitle } from '@haru/page-html';
import type { PageAddresses } from '@haru/contracts';
import { Semaphore } from '@haru/service-runtime';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PreviewSigner } from '../../publishing/versions/preview-signer.js';
import { Setting } from '../../settings.js';
import { SiteStates } from '../cache/site-state.js';
import { framedByApp, previewHeaders } from '../headers/page-security.js';
import type { ErrorScreens } from '../screens/error-screen.js';
import { ReviewNotice } from './review-notice.js';
import { UnsentAnswers } from './unsent-answers.js';
import { isTransient } from './visit.js';

/** A page has at most 1 MiB; while its title is inserted, two copies are in memory. */
const MAX_CONCURRENT = 4;
const MAX_WAITING = 32;

/** Shows old versions to those who have a signed address. Previews are rare and secret, so none is cached. */
@Injectable()
export class VersionPreviews {
  private readonly logger = new Logger(VersionPreviews.name);
  private readonly turns = new Semaphore(MAX_CONCURRENT, MAX_WAITING);
  /** Only the app may frame a page that visitors do not see, or only behind the notice. */
  private readonly framedHeaders: readonly string[];

  constructor(
    private readonly signer: PreviewSigner,
    private readonly sites: SiteStates,
    private readonly unsent: UnsentAnswers,
    @Inject(ReviewNotice) private readonly notice: Pick<ReviewNotice, 'show'>,
    @Setting('addresses') { appOrigin }: Pick<PageAddresses, 'appOrigin'>,
  ) {
    this.framedHeaders = framedByApp(previewHeaders, appOrigin);
  }

  /** @param screens those of previews, see `withoutScripts` @param now the time against which the address is checked */
  async show(
    token: string,
    screens: ErrorScreens,
    request: IncomingMessage,
    response: ServerResponse,
    now = new Date(),
  ): Promise<void> {
    const preview = this.signer.read(token, now);
    if (!preview) return send(response, screens.PREVIEW_EXPIRED);
    try {
      const found = await this.turns.pass(() => this.sites.findVersion(preview));
      if (found?.isStopped) return send(response, screens.SITE_STOPPED);
      // A tree is shown on a host of its own.
      if (typeof found?.page?.htmlContent !== 'string') return send(response, screens.SITE_NOT_FOUND);
      const isHidden = found.isUnderReview || found.isExpired;
      if (isHidden && request.headers['sec-fetch-dest'] !== 'iframe') {
        return found.isUnderReview ? this.notice.show(undefined, response) : send(response, screens.SITE_EXPIRED);
      }
      const body = Buffer.from(withTitle(found.page.htmlContent, found.page.title));
      const headers = isHidden ? this.framedHeaders : previewHeaders;
      response.writeHead(200, [...headers, 'Content-Length', String(body.length)]).end(body);
      if (request.socket.writableLength > 0 && request.method === 'GET') this.unsent.add(request, response, body);
    } catch (error) {
      // The token is left out, because a log is read by more people than the page's owner.
      this.logger.error({ err: error, siteId: preview.siteId }, 'a preview could not be shown');
      if (response.headersSent) response.destroy();
      else send(response, screens[isTransient(error) ? 'FETCH_ERROR' : 'UNKNOWN_ERROR']);
    }
  }
}

function send(response: ServerResponse, { status, headers, body }: ErrorScreens[keyof ErrorScreens]): void {
  response.writeHead(status, headers).end(body);
}
