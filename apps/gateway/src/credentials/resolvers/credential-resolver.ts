import type { AccountCaller, RequestContext } from '@haru/contracts';
import type { FastifyRequest } from 'fastify';

/** The token is the bearer of the request. */
export interface GivenCredential {
  token: string;
  request: Pick<FastifyRequest, 'url' | 'ip'>;
  context: RequestContext;
}

export interface Identity {
  caller: AccountCaller;
  /** The account has a second factor that was not shown in this session. */
  requiresMfa?: true | undefined;
}

/** Identifies the caller by one kind of credential. */
export interface CredentialResolver {
  /** Whether the credential has the form of this kind. The first resolver that accepts it decides. */
  accepts(token: string): boolean;
  /** @throws ServiceError if the credential is invalid or has ended */
  resolve(given: GivenCredential): Promise<Identity>;
}

/** Injects the resolvers, in the order in which they are asked. */
export const CREDENTIAL_RESOLVERS = Symbol('CREDENTIAL_RESOLVERS');
