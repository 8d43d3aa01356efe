import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { ServiceError, sessionMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';

/** An unknown key id makes the gateway ask the auth service again, but not more often than this. */
const refetchAfterMs = 2_000;

/** Access tokens verify with these public keys, which are fetched from the auth service and cached. */
@Injectable()
export class SigningKeys {
  private keys = new Map<string, KeyObject>();
  private fetchedAt = 0;
  private fetching: Promise<void> | undefined;

  constructor(private readonly services: RequestClient) {}

  /** @throws ServiceError TOKEN_INVALID for an unknown key id; the transport's codes without an answer */
  async get(kid: string): Promise<KeyObject> {
    if (!this.keys.has(kid) && Date.now() - this.fetchedAt > refetchAfterMs) {
      this.fetching ??= this.fetch().finally(() => (this.fetching = undefined));
      await this.fetching;
    }
    const key = this.keys.get(kid);
    if (!key) throw new ServiceError('TOKEN_INVALID');
    return key;
  }

  private async fetch(): Promise<void> {
    const { keys } = await this.services.call(
      sessionMessages.getJwks,
      {},
      { requestId: randomUUID(), caller: { role: 'anon' } },
    );
    this.keys = new Map(keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]));
    this.fetchedAt = Date.now();
  }
}
