import { hash } from 'node:crypto';
import { keyMessages, type LiveKey, type RequestContext, ServiceError } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { kindOfKey, looksLikeKey, requestScope } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { shortNetworkOf } from '../../http/short-network.js';
import { BriefMemory } from '../brief-memory.js';
import { VerifiedTokens } from '../verified-tokens.js';
import type { CredentialResolver, GivenCredential, Identity } from './credential-resolver.js';

/** API keys and edit keys. */
@Injectable()
export class KeyResolver implements CredentialResolver {
  private readonly known = new BriefMemory<LiveKey | null>();

  constructor(
    private readonly services: RequestClient,
    private readonly verified: VerifiedTokens,
  ) {}

  accepts(token: string): boolean {
    return looksLikeKey(token);
  }

  /** @throws ServiceError CREDENTIAL_INVALID; the transport's codes when the auth service does not answer */
  async resolve({ token, request, context }: GivenCredential): Promise<Identity> {
    const key = await this.find(token, shortNetworkOf(request.ip), context);
    if (!key) throw new ServiceError('CREDENTIAL_INVALID');
    const { accountId, isAnonymous, ...credential } = key;
    Object.assign(requestScope() ?? {}, { accountId });
    const caller = { role: 'authenticated', accountId, isAnonymous, credential } as const;
    this.verified.rememberKey(token);
    return { caller };
  }

  /**
   * Asks the auth service what a key may do, at most about once a second. Only its hash leaves this process.
   * @param network is stored as the place of the last use
   */
  private async find(key: string, network: string | undefined, context: RequestContext): Promise<LiveKey | null> {
    // The checksum refuses mistyped and guessed keys without a call.
    if (!kindOfKey(key)) return null;
    const keyHash = hash('sha256', key, 'hex');
    return this.known.get(keyHash, async () => {
      const reply = await this.services.call(keyMessages.checkKey, { keyHash, network }, context);
      return reply.key;
    });
  }
}
