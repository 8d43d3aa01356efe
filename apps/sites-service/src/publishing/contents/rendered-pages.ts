import { type RequestContext, ServiceError } from '@haru/contracts';
import { PageChecker } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BannedContentIndex } from '../../sites/checks/banned-content-index.js';
import type { VersionCheck } from '../../tables/pages/version-check.js';
import { markdownHash } from './prepared-page.js';

interface RenderedPage {
  html: string;
  check: VersionCheck;
}

/** Renders the sources of pages before they are published. */
@Injectable()
export class RenderedPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checker: PageChecker,
    private readonly banned: BannedContentIndex,
  ) {}

  /** @param counting leaves the check out of the public numbers. @throws ServiceError PAGE_REFUSED, HTML_TOO_LARGE, SERVICE_BUSY */
  async ofMarkdown(source: string, context: RequestContext, counting?: 'uncounted'): Promise<RenderedPage> {
    const hash = markdownHash(Buffer.from(source));
    if (await this.banned.hasHash(hash.toString('hex'))) throw new ServiceError('PAGE_REFUSED');
    const [rendered, [known]] = await Promise.all([
      this.checker.render(source, context, counting),
      this.dataSource.query<{ rendered: string }[]>('SELECT rendered FROM contents WHERE hash = $1', [hash]),
    ]);
    // A known content stays as it is, and a job may have coloured its code.
    return { html: known?.rendered ?? rendered.html, check: rendered.check };
  }
}
