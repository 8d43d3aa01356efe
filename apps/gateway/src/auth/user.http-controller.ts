import {
  accountMessages,
  type RequestContext,
  ServiceError,
  sessionMessages,
  signInMessages,
  signOutScopes,
  updateUserBodySchema,
  userAnswerSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { LiveSessions } from '../credentials/live-sessions.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { Calls, Documented } from '../open-api/documented.js';
import { limitsOfUpdate, mailLimits } from '../rate-limits/auth-limits.js';
import { mailParts, queryText, type RedirectQuery, redirectQuerySchema } from './request-parts.js';

const scopeQuerySchema = z.object({
  scope: z
    .union([z.enum(signOutScopes), z.literal('')])
    .default('global')
    .transform((scope) => scope || 'global'),
});
const providerQuerySchema = z.object({ provider: queryText });
const urlAnswerSchema = z.object({ url: z.string() });
const emptyAnswerSchema = z.object({});

@Controller('auth/v1')
export class UserHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly sessions: LiveSessions,
  ) {}

  @Get('user')
  @Access('account')
  @Calls(sessionMessages.getUser)
  @Documented({ summary: 'The account of the access token.', answer: userAnswerSchema })
  getUser(@Context() context: RequestContext) {
    return this.services.call(sessionMessages.getUser, {}, context);
  }

  @Put('user')
  @Access('account')
  @RateLimit('updateUser', limitsOfUpdate)
  @Calls(accountMessages.updateUser)
  @Documented({
    summary: 'Changes the account; a new address counts once it is confirmed.',
    query: redirectQuerySchema,
    body: updateUserBodySchema,
    answer: userAnswerSchema,
  })
  updateUser(
    @Body() body: z.output<typeof updateUserBodySchema>,
    @Query() query: RedirectQuery,
    @Context() context: RequestContext,
  ) {
    if (body.phone) throw new ServiceError('phone_provider_disabled');
    const request = {
      email: body.email || undefined,
      password: body.password ?? undefined,
      currentPassword: body.current_password || undefined,
      nonce: body.nonce || undefined,
      userMetadata: body.data ?? undefined,
      setsAppMetadata: body.app_metadata != null,
      ...mailParts(body, query),
    };
    return this.services.call(accountMessages.updateUser, request, context);
  }

  @Get('reauthenticate')
  @Access('account')
  @RateLimit('reauthenticate', ...mailLimits)
  @Calls(signInMessages.reauthenticate)
  @Documented({ summary: 'Mails a code to change the password with.', answer: emptyAnswerSchema })
  reauthenticate(@Context() context: RequestContext) {
    return this.services.call(signInMessages.reauthenticate, {}, context);
  }

  @Post('reauthenticate')
  @Access('account')
  @RateLimit('reauthenticate', ...mailLimits)
  @Calls(signInMessages.reauthenticate)
  @Documented({ summary: 'Mails a code to change the password with.', answer: emptyAnswerSchema })
  reauthenticateByPost(@Context() context: RequestContext) {
    return this.reauthenticate(context);
  }

  @Post('logout')
  @Access('account')
  @Calls(sessionMessages.signOut)
  @Documented({ summary: 'Ends sessions of the account.', query: scopeQuerySchema, status: 204 })
  async signOut(@Query() query: z.output<typeof scopeQuerySchema>, @Context() context: RequestContext): Promise<void> {
    await this.services.call(sessionMessages.signOut, query, context);
    // Other gateways learn of it by broadcast; this one must know before it answers.
    if (query.scope !== 'others') this.sessions.forgetCaller(context);
  }

  @Get('user/identities/authorize')
  @Access('account')
  @Calls(accountMessages.linkIdentity)
  @Documented({ summary: 'Where to link a provider.', query: providerQuerySchema, answer: urlAnswerSchema })
  linkIdentity(@Query() { provider = '' }: z.output<typeof providerQuerySchema>, @Context() context: RequestContext) {
    return this.services.call(accountMessages.linkIdentity, { provider }, context);
  }

  @Delete('user/identities/:identityId')
  @Access('account')
  @Calls(accountMessages.unlinkIdentity)
  @Documented({ summary: 'Takes a way of signing in from the account.', answer: emptyAnswerSchema })
  unlinkIdentity(@Param('identityId') identityId: string, @Context() context: RequestContext) {
    return this.services.call(accountMessages.unlinkIdentity, { identityId }, context);
  }
}
