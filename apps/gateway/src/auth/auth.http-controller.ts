import {
  authMessages,
  jwksAnswerSchema,
  refreshTokenBodySchema,
  type RequestContext,
  ServiceError,
  sessionAnswerSchema,
  signOutScopes,
  signUpBodySchema,
  userAnswerSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { LiveSessions } from '../access/live-sessions.js';
import { RateLimit } from '../access/rate-limits.js';
import { ZodPipe } from '../http-errors/zod.pipe.js';
import { Documented } from '../system/documented.js';

const grantQuerySchema = z.object({ grant_type: z.literal('refresh_token') });
const scopeQuerySchema = z.object({ scope: z.enum(signOutScopes).default('global') });

@Controller('auth/v1')
export class AuthHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly sessions: LiveSessions,
  ) {}

  @Post('signup')
  @Access('key')
  @RateLimit('temporaryAccount')
  @HttpCode(200)
  @Documented({
    summary: 'Makes a temporary account and its session.',
    body: signUpBodySchema,
    answer: sessionAnswerSchema,
  })
  signUp(
    @Body(new ZodPipe(signUpBodySchema)) body: z.output<typeof signUpBodySchema>,
    @Context() context: RequestContext,
  ) {
    if (body.email) throw new ServiceError('email_provider_disabled');
    if (body.phone) throw new ServiceError('phone_provider_disabled');
    return this.services.call(authMessages.createTemporaryAccount, { userMetadata: body.data ?? {} }, context);
  }

  @Post('token')
  @Access('key')
  @RateLimit('token')
  @HttpCode(200)
  @Documented({
    summary: 'Exchanges a refresh token for a new access token and the next refresh token.',
    query: grantQuerySchema,
    body: refreshTokenBodySchema,
    answer: sessionAnswerSchema,
  })
  token(@Query() query: unknown, @Body() body: unknown, @Context() context: RequestContext) {
    if (!grantQuerySchema.safeParse(query).success) {
      throw new ServiceError('invalid_credentials', { message: 'unsupported_grant_type' });
    }
    const { refresh_token } = new ZodPipe(refreshTokenBodySchema).transform(body);
    return this.services.call(authMessages.refreshSession, { refreshToken: refresh_token }, context);
  }

  @Get('user')
  @Access('account')
  @Documented({ summary: 'The account of the access token.', answer: userAnswerSchema })
  getUser(@Context() context: RequestContext) {
    return this.services.call(authMessages.getUser, {}, context);
  }

  @Post('logout')
  @Access('account')
  @HttpCode(204)
  @Documented({ summary: 'Ends sessions of the account.', query: scopeQuerySchema, status: 204 })
  async signOut(
    @Query(new ZodPipe(scopeQuerySchema)) query: z.output<typeof scopeQuerySchema>,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.services.call(authMessages.signOut, query, context);
    // Other gateways hear of it by broadcast; the one that was asked knows before it answers.
    if (context.caller.role === 'authenticated' && query.scope !== 'others') {
      this.sessions.forget([context.caller.sessionId]);
    }
  }

  @Get('.well-known/jwks.json')
  @Access('open')
  @Header('cache-control', 'public, max-age=600')
  @Documented({ summary: 'The public keys that access tokens verify with.', answer: jwksAnswerSchema })
  getJwks(@Context() context: RequestContext) {
    return this.services.call(authMessages.getJwks, {}, context);
  }
}
