import { AGENT_PATH, type PageAddresses, ServiceError, siteMessages } from '@haru/contracts';
import { Controller, Get, Header, Param } from '@nestjs/common';
import { z } from 'zod';
import { Access, Http, type HttpCall } from '../../access/access.js';
import { Setting } from '../../settings.js';
import { KeyResolver } from '../../credentials/resolvers/key.resolver.js';
import { Calls, Documented } from '../../open-api/documented.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { agentGuide, llmsText } from './agent-guide.js';
import { OwnPages } from './own-pages.js';

/** A wrong key counts towards these limits. */
const keyLimits = ['editKey', 'editKey56', 'editKey48', 'editKeyTotal'] as const;
const MARKDOWN = 'text/markdown; charset=utf-8';
const document = { answer: z.string(), mediaTypes: ['text/markdown'] };

/** Assistants read here how to publish and change pages. */
@Controller()
export class AgentHttpController {
  constructor(
    private readonly keys: KeyResolver,
    private readonly pages: OwnPages,
    private readonly limits: RateLimits,
    @Setting('addresses') private readonly addresses: PageAddresses,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('PRODUCT_NAME') private readonly productName: string,
  ) {}

  @Get(`${AGENT_PATH}.md`)
  @Access('open')
  @Header('content-type', MARKDOWN)
  @Header('cache-control', 'public, max-age=300')
  @Documented({ summary: 'How an assistant publishes with curl.', ...document })
  agentGuide(): string {
    return agentGuide(this.origin);
  }

  @Get('llms.txt')
  @Access('open')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  @Documented({ summary: 'What assistants find here.', answer: z.string(), mediaTypes: ['text/plain'] })
  llmsText(): string {
    return llmsText(this.origin, this.productName);
  }

  /** The address is a secret: it is not logged, not cached, and not sent as a referrer. */
  @Get(`${AGENT_PATH}/:file`)
  @Access('open')
  @Header('content-type', MARKDOWN)
  @Header('cache-control', 'no-store')
  @Header('referrer-policy', 'no-referrer')
  @Header('x-robots-tag', 'noindex, nofollow')
  @Calls(siteMessages.listSites)
  @Documented({
    summary: 'How an assistant changes one page: the file is named after the edit key.',
    refusals: ['CREDENTIAL_INVALID', 'SITE_NOT_FOUND', 'RATE_LIMITED'],
    ...document,
  })
  async guideOfPage(@Param('file') file: string, @Http() http: HttpCall): Promise<string> {
    const { request } = http;
    const { context } = request;
    const { caller } = await this.limits.countWrong(keyLimits, 'CREDENTIAL_INVALID', http, async () => {
      const [, token] = /^(haru_edit_\w+)\.md$/.exec(file) ?? [];
      if (token === undefined) throw new ServiceError('CREDENTIAL_INVALID');
      return this.keys.resolve({ token, request, context });
    });
    const page = await this.pages.ofEditKey({ ...context, caller });
    const key = file.replace(/\.md$/, '');
    const url = this.addresses.urlOf(page.path, page.hadOwnOrigin, page.accessKey, page.visibility);
    return agentGuide(this.origin, { ...page, key, url });
  }
}
