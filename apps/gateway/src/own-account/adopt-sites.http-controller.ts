import {
  adoptionMessages,
  type AdoptSitesAnswer,
  adoptSitesAnswerSchema,
  adoptSitesBodySchema,
  keyMessages,
  type RequestContext,
  ServiceError,
  sessionMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Post } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { AccessTokenStrategy } from '../credentials/access-token.strategy.js';
import { LiveSessions } from '../credentials/live-sessions.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';

/** The codes differ from `TOKEN_INVALID` and `SESSION_ENDED`, which are about the caller's session. */
const tokenCheck = {
  pattern: sessionMessages.checkSession.pattern,
  errors: ['TEMPORARY_TOKEN_INVALID', 'TEMPORARY_ACCOUNT_REQUIRED'],
} as const;

/** Pages of a temporary account move to the account that its owner has signed in to. */
@Controller('functions/v1')
export class AdoptSitesHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly tokens: AccessTokenStrategy,
    private readonly sessions: LiveSessions,
  ) {}

  @Post('adopt-sites')
  @Access('account')
  @RateLimit('adoptSites')
  @Calls(adoptionMessages.adoptSites, keyMessages.endAdoptedKeys, tokenCheck)
  @Documented({
    summary: 'Moves all pages of a temporary account to the calling account and ends its keys. A repeat moves none.',
    body: adoptSitesBodySchema,
    answer: adoptSitesAnswerSchema,
  })
  async adoptSites(
    @Body() { temporary_access_token: token }: z.output<typeof adoptSitesBodySchema>,
    @Context() context: RequestContext,
  ): Promise<AdoptSitesAnswer> {
    const temporaryAccountId = await this.temporaryAccountOf(token, context);
    const { moved } = await this.services.call(adoptionMessages.adoptSites, { temporaryAccountId }, context);
    await this.services.call(keyMessages.endAdoptedKeys, { temporaryAccountId }, context);
    return { success: true, moved };
  }

  /** @throws ServiceError TEMPORARY_TOKEN_INVALID, TEMPORARY_ACCOUNT_REQUIRED */
  private async temporaryAccountOf(token: string, context: RequestContext): Promise<string> {
    const { accountId, sessionId, isAnonymous } = await this.tokens.callerOf(token).catch((error: unknown) => {
      const isOfToken = error instanceof ServiceError && error.code === 'TOKEN_INVALID';
      throw isOfToken ? new ServiceError('TEMPORARY_TOKEN_INVALID', { cause: error }) : error;
    });
    const status = await this.sessions.stateOf(accountId, sessionId, context);
    if (status.state !== 'live') throw new ServiceError('TEMPORARY_TOKEN_INVALID');
    // The token may have been made before its account was registered.
    if (!(status.isAnonymous ?? isAnonymous)) throw new ServiceError('TEMPORARY_ACCOUNT_REQUIRED');
    return accountId;
  }
}
