import type { AccountCaller, RequestContext } from '@haru/contracts';
import type { FastifyRequest } from 'fastify';

/** A request has this as its bearer. */
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

/** Tells who calls by one kind of credential. */
export interface CredentialResolver {
  /** Tells by its form whether the credential is of this kind. The first resolver that says so decides. */
  accepts(token: string): boolean;
  /** @throws ServiceError if the credential is invalid or has ended */
  resolve(given: GivenCredential): Promise<Identity>;
}

/** Injects the resolvers, in the order in which they are asked. */
export const CREDENTIAL_RESOLVERS = Symbol('CREDENTIAL_RESOLVERS');
