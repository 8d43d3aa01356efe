import { withTitle } from '@haru/page-html';
import type { PageAddresses } from '@haru/contracts';
import { QueueFullError, Semaphore } from '@haru/service-runtime';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PreviewSigner } from '../../publishing/versions/preview-signer.js';
import { Setting } from '../../settings.js';
import { DatabaseUnavailable, SiteStates } from '../cache/site-state.js';
import { PAGE_SANDBOX, previewHeaders } from '../headers/page-security.js';
import type { ErrorScreens } from '../screens/error-screen.js';
import { ReviewNotice } from './review-notice.js';
import { UnsentAnswers } from './unsent-answers.js';

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
    this.framedHeaders = previewHeaders.map((value) =>
      value === PAGE_SANDBOX ? `${value}; frame-ancestors ${appOrigin}` : value,
    );
  }

  /** @param now the time against which the address is checked */
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
      // A tree has no preview here.
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
      const isTransient = error instanceof DatabaseUnavailable || error instanceof QueueFullError;
      // The token is left out, because a log is read by more people than the page's owner.
      this.logger.error({ err: error, siteId: preview.siteId }, 'a preview could not be shown');
      if (response.headersSent) response.destroy();
      else send(response, screens[isTransient ? 'FETCH_ERROR' : 'UNKNOWN_ERROR']);
    }
  }
}

/** The screen's script would send the last part of the address to the API, so it is left out. */
const screenHeaders: Partial<Record<string, string>> = {
  'Content-Security-Policy': 'sandbox allow-forms allow-top-navigation-by-user-activation',
  'Referrer-Policy': 'no-referrer',
};

function send(response: ServerResponse, { status, headers, body }: ErrorScreens[keyof ErrorScreens]): void {
  const sent = headers.map((value, at) => screenHeaders[headers[at - 1] ?? ''] ?? value);
  response.writeHead(status, sent).end(body);
}
