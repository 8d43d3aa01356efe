import { hash } from 'node:crypto';
import { keyMessages, type LiveKey, type RequestContext } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { kindOfKey } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { BriefMemory } from './brief-memory.js';

/** Asks the auth service what a key may do, at most about once a second. Only its hash leaves this process. */
@Injectable()
export class LiveKeys {
  private readonly known = new BriefMemory<LiveKey | null>();

  constructor(private readonly services: RequestClient) {}

  /** @param network is stored as the place of the last use @returns null for a key that is wrong or has ended */
  async find(key: string, network: string | undefined, context: RequestContext): Promise<LiveKey | null> {
    // The checksum refuses mistyped and guessed keys without a call.
    if (!kindOfKey(key)) return null;
    const keyHash = hash('sha256', key, 'hex');
    return this.known.get(keyHash, async () => {
      const reply = await this.services.call(keyMessages.checkKey, { keyHash, network }, context);
      return reply.key;
    });
  }
}
