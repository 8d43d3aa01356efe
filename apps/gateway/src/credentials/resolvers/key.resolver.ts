import { ServiceError } from '@haru/contracts';
import { requestScope, looksLikeKey } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { shortNetworkOf } from '../../http/short-network.js';
import { LiveKeys } from '../live-keys.js';
import { VerifiedTokens } from '../verified-tokens.js';
import type { CredentialResolver, GivenCredential, Identity } from './credential-resolver.js';

/** API keys and edit keys. */
@Injectable()
export class KeyResolver implements CredentialResolver {
  constructor(
    private readonly keys: LiveKeys,
    private readonly verified: VerifiedTokens,
  ) {}

  accepts(token: string): boolean {
    return looksLikeKey(token);
  }

  /** @throws ServiceError CREDENTIAL_INVALID; the transport's codes when the auth service does not answer */
  async resolve({ token, request, context }: GivenCredential): Promise<Identity> {
    const key = await this.keys.find(token, shortNetworkOf(request.ip), context);
    if (!key) throw new ServiceError('CREDENTIAL_INVALID');
    const { accountId, isAnonymous, ...credential } = key;
    Object.assign(requestScope() ?? {}, { accountId });
    const caller = { role: 'authenticated', accountId, isAnonymous, credential } as const;
    this.verified.rememberKey(token);
    return { caller };
  }
}
