import {
  idTokenBodySchema,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  thirdPartyMessages,
  web3BodySchema,
} from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { ZodPipe } from '../http-errors/zod.pipe.js';

type Grant = (services: RequestClient, body: unknown, context: RequestContext) => Promise<SessionAnswer>;

/** `POST /auth/v1/token` by `grant_type`, where somebody else vouches for who signs in. */
export const thirdPartyGrants = {
  id_token: async (services, body, context) => {
    const { provider, id_token, nonce, link_identity } = new ZodPipe(idTokenBodySchema).transform(body);
    if (link_identity) throw new ServiceError('manual_linking_disabled');
    if (!provider) throw new ServiceError('validation_failed', { message: 'provider is required' });
    if (!id_token) throw new ServiceError('validation_failed', { message: 'id_token is required' });
    const request = { provider, idToken: id_token, nonce: nonce ? nonce : undefined };
    return services.call(thirdPartyMessages.signInWithIdToken, request, context);
  },
  web3: async (services, body, context) => {
    const { chain, message, signature } = new ZodPipe(web3BodySchema).transform(body);
    const request = { chain: chain ?? '', message: message ?? '', signature: signature ?? '' };
    return services.call(thirdPartyMessages.signInWithWeb3, request, context);
  },
} satisfies Record<string, Grant>;
