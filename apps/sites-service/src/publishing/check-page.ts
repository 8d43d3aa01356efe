import { htmlFault, type PageCheckResult, type PageFormat, type RequestContext, ServiceError } from '@haru/contracts';
import { showsNotice } from '@haru/page-check';
import { Injectable } from '@nestjs/common';
import { GivenContents } from './contents/given-contents.js';

@Injectable()
export class CheckPage {
  constructor(private readonly contents: GivenContents) {}

  /** Tells what publishing the page would find. @throws ServiceError for a page that cannot be stored */
  async checkPage(source: string, format: PageFormat | undefined, context: RequestContext): Promise<PageCheckResult> {
    const fault = htmlFault(source, Buffer.byteLength(source));
    if (fault) throw new ServiceError(fault);
    try {
      const check = await this.contents.check(source, format, context);
      const { signals, secrets = [] } = check;
      if (!showsNotice(check)) return { result: 'passed', findings: [], secrets };
      const findings = signals.map(({ rule, line, column, excerpt }) => ({ rule, line, column, excerpt }));
      return { result: 'notice', findings, secrets };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'PAGE_REFUSED') throw error;
      return { result: 'refused', findings: [...error.findings], secrets: [] };
    }
  }
}
