import {
  passwordBodySchema,
  pkceBodySchema,
  refreshTokenBodySchema,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  sessionMessages,
  signInMessages,
  thirdPartyMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { ZodPipe } from '../http/zod.pipe.js';
import { thirdPartyGrants } from './third-party-grants.js';

type Grant = (body: unknown, context: RequestContext) => Promise<SessionAnswer>;

export const grantMessages = [
  sessionMessages.refreshSession,
  signInMessages.signInWithPassword,
  signInMessages.exchangeCode,
  thirdPartyMessages.signInWithIdToken,
  thirdPartyMessages.signInWithWeb3,
];

/** `POST /token` opens a session in one of these ways, by `grant_type`. */
@Injectable()
export class TokenGrants {
  private readonly grants: Record<string, Grant> = {
    refresh_token: (body, context) => this.refresh(body, context),
    password: (body, context) => this.password(body, context),
    pkce: (body, context) => this.pkce(body, context),
    id_token: (body, context) => thirdPartyGrants.id_token(this.services, body, context),
    web3: (body, context) => thirdPartyGrants.web3(this.services, body, context),
  };

  constructor(private readonly services: RequestClient) {}

  /** @throws ServiceError invalid_credentials for an unknown grant */
  grant(type: unknown, body: unknown, context: RequestContext): Promise<SessionAnswer> {
    const grant = typeof type === 'string' && Object.hasOwn(this.grants, type) ? this.grants[type] : undefined;
    if (grant === undefined) throw new ServiceError('invalid_credentials', { message: 'unsupported_grant_type' });
    return grant(body, context);
  }

  private refresh(body: unknown, context: RequestContext): Promise<SessionAnswer> {
    const { refresh_token } = new ZodPipe(refreshTokenBodySchema).transform(body);
    return this.services.call(sessionMessages.refreshSession, { refreshToken: refresh_token }, context);
  }

  private password(body: unknown, context: RequestContext): Promise<SessionAnswer> {
    const { email, phone, password } = new ZodPipe(passwordBodySchema).transform(body);
    if (email && phone) {
      throw new ServiceError('validation_failed', {
        message: 'Only an email address or phone number should be provided on login.',
      });
    }
    if (phone) throw new ServiceError('phone_provider_disabled', { status: 422 });
    if (!email) throw new ServiceError('validation_failed', { message: 'missing email or phone' });
    return this.services.call(signInMessages.signInWithPassword, { email, password: password ?? '' }, context);
  }

  private pkce(body: unknown, context: RequestContext): Promise<SessionAnswer> {
    const { auth_code, code_verifier } = new ZodPipe(pkceBodySchema).transform(body);
    if (!auth_code || !code_verifier) {
      throw new ServiceError('validation_failed', {
        message: 'invalid request: both auth code and code verifier should be non-empty',
      });
    }
    return this.services.call(
      signInMessages.exchangeCode,
      { authCode: auth_code, codeVerifier: code_verifier },
      context,
    );
  }
}
