import {
  idTokenBodySchema,
  passwordBodySchema,
  pkceBodySchema,
  refreshTokenBodySchema,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  sessionMessages,
  signInMessages,
  thirdPartyMessages,
  web3BodySchema,
} from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { memberOf } from '../http/member-of.js';
import { ZodPipe } from '../http/zod.pipe.js';

type Grant = (services: RequestClient, body: unknown, context: RequestContext) => Promise<SessionAnswer>;

export const grantMessages = [
  sessionMessages.refreshSession,
  signInMessages.signInWithPassword,
  signInMessages.exchangeCode,
  thirdPartyMessages.signInWithIdToken,
  thirdPartyMessages.signInWithWeb3,
];

/** Such a request links the proven identity to the account of its bearer; any other request for a session has no bearer. */
export function linksIdentity({ body }: { body?: unknown }): boolean {
  return memberOf(body, 'link_identity') === true;
}

/** `POST /token` opens a session in one of these ways, by `grant_type`. */
const grants: Record<string, Grant> = {
  refresh_token: (services, body, context) => {
    const { refresh_token } = new ZodPipe(refreshTokenBodySchema).transform(body);
    return services.call(sessionMessages.refreshSession, { refreshToken: refresh_token }, context);
  },
  password: (services, body, context) => {
    const { email, phone, password } = new ZodPipe(passwordBodySchema).transform(body);
    if (email && phone) throw invalid('Only an email address or phone number should be provided on login.');
    if (phone) throw new ServiceError('phone_provider_disabled', { status: 422 });
    if (!email) throw invalid('missing email or phone');
    return services.call(signInMessages.signInWithPassword, { email, password: password ?? '' }, context);
  },
  pkce: (services, body, context) => {
    const { auth_code: authCode, code_verifier: codeVerifier } = new ZodPipe(pkceBodySchema).transform(body);
    if (!authCode || !codeVerifier) {
      throw invalid('invalid request: both auth code and code verifier should be non-empty');
    }
    return services.call(signInMessages.exchangeCode, { authCode, codeVerifier }, context);
  },
  id_token: (services, body, context) => {
    const { provider, id_token: idToken, nonce, link_identity } = new ZodPipe(idTokenBodySchema).transform(body);
    if (!provider) throw invalid('provider is required');
    if (!idToken) throw invalid('id_token is required');
    const request = { provider, idToken, nonce: nonce || undefined, linkIdentity: link_identity ?? false };
    return services.call(thirdPartyMessages.signInWithIdToken, request, context);
  },
  web3: (services, body, context) => {
    // A malformed body is passed as an empty one: the service checks whether the grant is on before the form.
    const { chain, message, signature } = web3BodySchema.safeParse(body).data ?? {};
    const request = { chain: chain ?? '', message: message ?? '', signature: signature ?? '' };
    return services.call(thirdPartyMessages.signInWithWeb3, request, context);
  },
};

/** @throws ServiceError invalid_credentials for an unknown grant */
export async function openSession(type = '', ...request: Parameters<Grant>): Promise<SessionAnswer> {
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined) throw new ServiceError('invalid_credentials', { message: 'unsupported_grant_type' });
  return grant(...request);
}

function invalid(message: string): ServiceError {
  return new ServiceError('validation_failed', { message });
}
