import { type ReplyOf, type RequestContext, type RequestOf, ServiceError, type signInMessages } from '@haru/contracts';
import { parseEmail } from '../../input/email-address.js';
import { SessionAnswers } from '../../sessions/session-answers.js';
import { Redirects } from '../../mail/links/redirects.js';
import { findVerifyType } from '../../mail/tokens/token-kinds.js';
import { type GivenToken, readVerifyType, type TokenOutcome, UseToken } from './use-token.js';
import { Injectable } from '@nestjs/common';

type VerifyRequest = RequestOf<typeof signInMessages.verifyToken>;
type FollowRequest = RequestOf<typeof signInMessages.followLink>;

const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const refusalTexts = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'User is banned',
  email_exists: 'A user with this email address has already been registered',
} as const;

/** Verifies mailed tokens that a client posts or a browser follows. */
@Injectable()
export class VerifyToken {
  constructor(
    private readonly using: UseToken,
    private readonly answers: SessionAnswers,
    private readonly redirects: Redirects,
  ) {}

  async verify(request: VerifyRequest, context: RequestContext): Promise<ReplyOf<typeof signInMessages.verifyToken>> {
    const type = readVerifyType(request.type);
    const outcome = await this.using.use(readGivenToken(request), type, 'session', context);
    if (outcome.kind === 'half') return { msg: halfDone, code: '200' };
    if (outcome.kind === 'session') return this.answers.answer(outcome.user, outcome.session, new Date());
    const code = outcome.kind === 'refused' ? outcome.code : 'otp_expired';
    throw new ServiceError(code, {
      message: code === 'otp_expired' ? 'Token has expired or is invalid' : refusalTexts[code],
      ...(code === 'user_banned' ? { status: 403 } : {}),
    });
  }

  /**
   * Redirects the browser to the client with a session, a code, or an error.
   * @throws ServiceError validation_failed if the link has no token or no type
   */
  async follow(request: FollowRequest, context: RequestContext): Promise<{ location: string }> {
    if (request.token === '') throw new ServiceError('validation_failed', { message: 'Verify requires a token' });
    if (request.type === '') throw new ServiceError('validation_failed', { message: 'Verify requires a type' });
    const outcome = await this.outcomeOf(request, context);
    const location = new URL(this.redirects.choose(request.redirectTo));
    const fragment = await this.fragmentOf(outcome, request.type);
    const isPkce = request.token.startsWith('pkce_');
    if (outcome.kind === 'code') location.searchParams.set('code', outcome.authCode);
    else {
      if (isPkce && outcome.kind !== 'session') {
        for (const [name, value] of fragment) location.searchParams.set(name, value);
      }
      fragment.set('sb', '');
      location.hash = fragment.toString();
    }
    return { location: location.href };
  }

  private async outcomeOf({ token, type }: FollowRequest, context: RequestContext): Promise<TokenOutcome> {
    const known = findVerifyType(type);
    if (known === undefined) return { kind: 'refused', code: 'otp_expired' };
    return this.using.use({ tokenHash: token }, known, 'code-if-pkce', context);
  }

  private async fragmentOf(outcome: TokenOutcome, type: string): Promise<URLSearchParams> {
    if (outcome.kind === 'half') return new URLSearchParams({ message: halfDone });
    if (outcome.kind === 'session') {
      const answer = await this.answers.answer(outcome.user, outcome.session, new Date());
      return new URLSearchParams({
        access_token: answer.access_token,
        expires_at: String(answer.expires_at),
        expires_in: String(answer.expires_in),
        refresh_token: answer.refresh_token,
        token_type: answer.token_type,
        type,
      });
    }
    const code = outcome.kind === 'refused' ? outcome.code : 'otp_expired';
    return new URLSearchParams({
      error: 'access_denied',
      error_code: code,
      error_description: refusalTexts[code],
    });
  }
}

/** The client gives either the hash, or code and address. @throws ServiceError validation_failed */
function readGivenToken({ tokenHash = '', token = '', email = '' }: VerifyRequest): GivenToken {
  if ((tokenHash === '') === (token === '')) {
    throw new ServiceError('validation_failed', { message: 'Verify requires either a token or a token hash' });
  }
  if (tokenHash !== '') {
    if (email === '') return { tokenHash };
    throw new ServiceError('validation_failed', { message: 'Only the token_hash and type should be provided' });
  }
  if (email === '') {
    throw new ServiceError('validation_failed', { message: 'Only an email address should be provided on verify' });
  }
  return { address: parseEmail(email), code: token };
}
