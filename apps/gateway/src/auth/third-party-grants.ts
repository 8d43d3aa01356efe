import {
  idTokenBodySchema,
  type RequestContext,
  ServiceError,
  type SessionAnswer,
  thirdPartyMessages,
  web3BodySchema,
} from '@haru/contracts';
import type { RequestClient } from '@haru/messaging';
import { ZodPipe } from '../http/zod.pipe.js';

/** Such a request links the proven identity to the account of its bearer; any other request for a session has no bearer. */
export function linksIdentity({ body }: { body?: unknown }): boolean {
  return typeof body === 'object' && body !== null && Reflect.get(body, 'link_identity') === true;
}

type Grant = (services: RequestClient, body: unknown, context: RequestContext) => Promise<SessionAnswer>;

/** A third party vouches for the person who signs in at `POST /auth/v1/token`, by `grant_type`. */
export const thirdPartyGrants = {
  id_token: async (services, body, context) => {
    const { provider, id_token, nonce, link_identity } = new ZodPipe(idTokenBodySchema).transform(body);
    if (!provider) throw new ServiceError('validation_failed', { message: 'provider is required' });
    if (!id_token) throw new ServiceError('validation_failed', { message: 'id_token is required' });
    const request = {
      provider,
      idToken: id_token,
      nonce: nonce ? nonce : undefined,
      linkIdentity: link_identity ?? false,
    };
    return services.call(thirdPartyMessages.signInWithIdToken, request, context);
  },
  web3: async (services, body, context) => {
    // A malformed body is passed as an empty one: the service checks whether the grant is on before the form.
    const { chain, message, signature } = web3BodySchema.safeParse(body).data ?? {};
    const request = { chain: chain ?? '', message: message ?? '', signature: signature ?? '' };
    return services.call(thirdPartyMessages.signInWithWeb3, request, context);
  },
} satisfies Record<string, Grant>;
