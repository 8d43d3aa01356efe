import {
  otpBodySchema,
  recoverBodySchema,
  type RequestContext,
  resendBodySchema,
  ServiceError,
  signInMessages,
  verifyAnswerSchema,
  verifyBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Header, Headers, Post, Query, Redirect } from '@nestjs/common';
import { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { Calls, Documented } from '../open-api/documented.js';
import { limitsOfOtp, mailLimits } from '../rate-limits/auth-limits.js';
import { mailParts, queryText, type RedirectQuery, redirectQuerySchema, requireEmail } from './request-parts.js';

const linkQuerySchema = z.object({ token: queryText, type: queryText, redirect_to: queryText });
const emptyAnswerSchema = z.object({});

/** These routes request mails and serve their links and codes. */
@Controller('auth/v1')
export class MailLinksHttpController {
  constructor(private readonly services: RequestClient) {}

  @Post('otp')
  @Access('key')
  @RateLimit('otp', limitsOfOtp)
  @Calls(signInMessages.sendOtp)
  @Documented({
    summary: 'Mails a link and a code to sign in with.',
    query: redirectQuerySchema,
    body: otpBodySchema,
    answer: emptyAnswerSchema,
  })
  sendOtp(
    @Body() body: z.output<typeof otpBodySchema>,
    @Query() query: RedirectQuery,
    @Context() context: RequestContext,
  ) {
    const request = {
      email: requireEmail(body, 'One of email or phone must be set'),
      createUser: body.create_user ?? true,
      userMetadata: body.data ?? {},
      ...mailParts(body, query),
    };
    return this.services.call(signInMessages.sendOtp, request, context);
  }

  @Post('recover')
  @Access('key')
  @RateLimit('recover', ...mailLimits)
  @Calls(signInMessages.recover)
  @Documented({
    summary: 'Mails a link to set a new password.',
    query: redirectQuerySchema,
    body: recoverBodySchema,
    answer: emptyAnswerSchema,
  })
  recover(
    @Body() body: z.output<typeof recoverBodySchema>,
    @Query() query: RedirectQuery,
    @Context() context: RequestContext,
  ) {
    const email = requireEmail(body, 'Password recovery requires an email');
    return this.services.call(signInMessages.recover, { email, ...mailParts(body, query) }, context);
  }

  @Post('resend')
  @Access('caller')
  @RateLimit('resend', ...mailLimits)
  @Calls(signInMessages.resend)
  @Documented({
    summary:
      'Mails once more what confirms a sign-up or a change of address; with a session, the change of its account.',
    query: redirectQuerySchema,
    body: resendBodySchema,
    answer: emptyAnswerSchema,
  })
  resend(
    @Body() body: z.output<typeof resendBodySchema>,
    @Query() query: RedirectQuery,
    @Context() context: RequestContext,
  ) {
    if (!body.email) throw new ServiceError('validation_failed', { message: 'Missing one of these types: email' });
    const request = { type: body.type ?? '', email: body.email, ...mailParts(body, query) };
    return this.services.call(signInMessages.resend, request, context);
  }

  @Post('verify')
  @Access('key')
  @RateLimit('verify')
  @Calls(signInMessages.verifyToken)
  @Documented({ summary: 'Uses up a mailed link or code.', body: verifyBodySchema, answer: verifyAnswerSchema })
  verifyToken(@Body() body: z.output<typeof verifyBodySchema>, @Context() context: RequestContext) {
    const request = {
      type: body.type ?? '',
      tokenHash: body.token_hash || undefined,
      token: body.token || undefined,
      email: body.email || undefined,
    };
    return this.services.call(signInMessages.verifyToken, request, context);
  }

  @Get('verify')
  @Access('open')
  @RateLimit('verify')
  @Redirect()
  // The address contains a secret: it must be neither cached nor sent as a referrer.
  @Header('cache-control', 'no-store')
  @Header('referrer-policy', 'no-referrer')
  @Calls(signInMessages.followLink)
  @Documented({ summary: 'Follows a mailed link; leads on in any case.', query: linkQuerySchema, status: 303 })
  async followLink(
    @Query() query: z.output<typeof linkQuerySchema>,
    @Headers('referer') referer: string | undefined,
    @Context() context: RequestContext,
  ) {
    const request = {
      type: query.type ?? '',
      token: query.token ?? '',
      redirectTo: query.redirect_to || referer || undefined,
    };
    const { location } = await this.services.call(signInMessages.followLink, request, context);
    return { url: location, statusCode: 303 };
  }
}
