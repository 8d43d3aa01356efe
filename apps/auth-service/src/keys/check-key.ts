import type { keyMessages, LiveKey, RequestOf } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { isBanned } from '../sessions/session-state.js';
import { Key } from '../tables/account/key.entity.js';
import { User } from '../tables/account/user.entity.js';

/** The last use of a key is stored at most once an hour. */
const NOTE_EVERY_MS = 3_600_000;

@Injectable()
export class CheckKey {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores the use. @returns what the key may do; null if it is unknown, expired, or its account may not act */
  async check({ keyHash, network }: RequestOf<typeof keyMessages.checkKey>, now = new Date()): Promise<LiveKey | null> {
    const { manager } = this.dataSource;
    const key = await manager.findOneBy(Key, { keyHash: Buffer.from(keyHash, 'hex') });
    if (key === null || (key.expiresAt !== null && key.expiresAt <= now)) return null;
    const user = await manager.findOneBy(User, { id: key.userId, deletedAt: IsNull() });
    if (user === null || isBanned(user, now)) return null;
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= NOTE_EVERY_MS) {
      await manager.update(Key, key.id, { lastUsedAt: now, lastUsedNetwork: network ?? null });
    }
    const { id, kind, scopes, name, siteId } = key;
    return {
      ...{ id, kind, scopes, accountId: user.id, isAnonymous: user.isAnonymous },
      ...(name === null ? {} : { name }),
      ...(siteId === null ? {} : { siteId }),
    };
  }
}
