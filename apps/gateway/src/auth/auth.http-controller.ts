import {
  authSettingsAnswerSchema,
  idTokenBodySchema,
  jwksAnswerSchema,
  passwordBodySchema,
  pkceBodySchema,
  refreshTokenBodySchema,
  type RequestContext,
  ServiceError,
  sessionAnswerSchema,
  sessionMessages,
  signInMessages,
  signUpAnswerSchema,
  signUpBodySchema,
  web3BodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Header, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, CallerWhen, Context, Http, type HttpCall } from '../access/access.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { Calls, Documented } from '../open-api/documented.js';
import { isTemporarySignUp, limitsOfSignIn, limitsOfSignUp } from '../rate-limits/auth-limits.js';
import { RequiresProof } from '../proofs/proof.guard.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { mailParts, queryText, type RedirectQuery, redirectQuerySchema, requireEmail } from './request-parts.js';
import { grantMessages, linksIdentity, openSession } from './token-grants.js';

const grantQuerySchema = z.object({ grant_type: queryText });
/** Each `grant_type` has one: password, refresh_token, pkce, id_token, web3. */
const grantBodySchema = z.union([
  passwordBodySchema,
  refreshTokenBodySchema,
  pkceBodySchema,
  idTokenBodySchema,
  web3BodySchema,
]);

/** These routes open sessions and show public settings. */
@Controller('auth/v1')
export class AuthHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post('signup')
  @Access('key')
  @RequiresProof('attack mode', isTemporarySignUp)
  @RateLimit(limitsOfSignUp)
  @Calls(signInMessages.signUp, signInMessages.createTemporaryAccount)
  @Documented({
    summary: 'Registers an address; without one, makes a temporary account and its session.',
    query: redirectQuerySchema,
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
    body: signUpBodySchema,
    answer: signUpAnswerSchema,
  })
  signUp(
    @Body() body: z.output<typeof signUpBodySchema>,
    @Query() query: RedirectQuery,
    @Context() context: RequestContext,
  ) {
    const userMetadata = body.data ?? {};
    if (!body.email && !body.phone) {
      return this.services.call(signInMessages.createTemporaryAccount, { userMetadata }, context);
    }
    const email = requireEmail(body, 'An email address is required');
    const request = { email, password: body.password ?? '', userMetadata, ...mailParts(body, query) };
    return this.services.call(signInMessages.signUp, request, context);
  }

  @Post('token')
  @Access('key')
  @CallerWhen(linksIdentity)
  @RateLimit('token', limitsOfSignIn)
  @Calls(...grantMessages)
  @Documented({
    summary: 'A session for a password, a refresh token, or another proof.',
    query: grantQuerySchema,
    body: grantBodySchema,
    answer: sessionAnswerSchema,
  })
  token(@Query() { grant_type }: z.output<typeof grantQuerySchema>, @Http() { request: { body, context } }: HttpCall) {
    return openSession(grant_type, this.services, body, context);
  }

  @Post('sso')
  @Access('key')
  @Documented({ summary: 'Refused: there is no SAML.', status: 404 })
  signInWithSso(): never {
    throw new ServiceError('saml_provider_disabled');
  }

  @Get('settings')
  @Access('key')
  @Calls(signInMessages.getSettings)
  @Documented({ summary: 'Which ways of signing in there are.', answer: authSettingsAnswerSchema })
  settings(@Context() context: RequestContext) {
    return this.services.call(signInMessages.getSettings, {}, context);
  }

  @Get('health')
  @Access('key')
  @Calls(sessionMessages.getJwks)
  @Documented({ summary: 'The service behind these routes answers.' })
  async health(@Context() context: RequestContext): Promise<object> {
    await this.services.call(sessionMessages.getJwks, {}, context);
    return { name: 'auth', version: '1', description: 'Accounts and sessions' };
  }

  @Get('.well-known/jwks.json')
  @Access('open')
  @Header('cache-control', 'public, max-age=600')
  @Calls(sessionMessages.getJwks)
  @Documented({ summary: 'The public keys that access tokens verify with.', answer: jwksAnswerSchema })
  getJwks(@Context() context: RequestContext) {
    return this.services.call(sessionMessages.getJwks, {}, context);
  }
}
