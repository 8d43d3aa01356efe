import { scopes, ServiceError, type SessionCaller } from '@haru/contracts';
import { requestScope } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { dialectOf } from '../../http-errors/api-dialects.js';
import { AccessTokenStrategy } from '../access-token.strategy.js';
import { LiveSessions } from '../live-sessions.js';
import { VerifiedTokens } from '../verified-tokens.js';
import type { CredentialResolver, GivenCredential, Identity } from './credential-resolver.js';

/** Access tokens of sessions. */
@Injectable()
export class SessionResolver implements CredentialResolver {
  constructor(
    private readonly tokens: AccessTokenStrategy,
    private readonly verified: VerifiedTokens,
    private readonly sessions: LiveSessions,
  ) {}

  /** A bearer that no other resolver accepts may be a token. */
  accepts(): boolean {
    return true;
  }

  /** @throws ServiceError TOKEN_INVALID, PGRST303, SESSION_ENDED; the auth client gets the reason */
  async resolve({ token, request, context }: GivenCredential): Promise<Identity> {
    const caller = this.verified.callerOf(token) ?? (await this.verify(token, request.url));
    const { accountId, sessionId } = caller;
    Object.assign(requestScope() ?? {}, { accountId });
    // The account's present state counts: it may have changed since the token was made.
    const status = await this.sessions.stateOf(accountId, sessionId, context);
    const { state, requiresMfa, isAnonymous = caller.isAnonymous, haruRole, roleNeedsFactor } = status;
    if (state !== 'live') {
      // Only the auth client distinguishes the reasons. Status 400 is only for signing in.
      if (dialectOf(request.url) !== 'auth') throw new ServiceError('SESSION_ENDED');
      throw new ServiceError(state, state === 'user_banned' ? { status: 403 } : {});
    }
    const credential = { kind: 'session' as const, id: sessionId, scopes: [...scopes] };
    return { caller: { ...caller, isAnonymous, haruRole, roleNeedsFactor, credential }, requiresMfa };
  }

  /** Clients of the data API are told whether the token itself or what it says is wrong. */
  private async verify(token: string, url: string): Promise<SessionCaller> {
    try {
      return await this.tokens.callerOf(token);
    } catch (error) {
      const isClaim = error instanceof ServiceError && isAboutClaims(error.cause);
      if (isClaim && dialectOf(url) === 'rest') throw new ServiceError('PGRST303', { cause: error });
      throw error;
    }
  }
}

/** We signed the token, but it is expired, not yet valid or for another audience. The texts are those of jsonwebtoken. */
function isAboutClaims(fault: unknown): boolean {
  return fault instanceof Error && /^jwt (expired|not active|audience|issuer)/.test(fault.message);
}
