import { limits, ServiceError, type SessionCaller } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sessions } from '../sessions/sessions.js';
import { Key } from '../tables/account/key.entity.js';
import { lockLiveAccount } from '../tables/account/read-account.js';
import { User } from '../tables/account/user.entity.js';
import { newKey } from './new-key.js';

const DELETE_OLDEST = `
  DELETE FROM api_keys WHERE id IN (
    SELECT id FROM api_keys WHERE user_id = $1 AND site_id = $2
    ORDER BY created_at DESC, id OFFSET ${limits.editKeysMax})`;

/**
 * An edit key opens one page and is given to an assistant. It does not expire: sites-service accepts it only while the
 * page is live.
 */
@Injectable()
export class EditKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
  ) {}

  async create(caller: SessionCaller, siteId: string): Promise<string> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const { text, row } = newKey({ userId, kind: 'editKey', scopes: ['read', 'edit'], siteId }, new Date());
    await this.dataSource.transaction(async (manager) => {
      if ((await lockLiveAccount(manager, { id: userId })) === null) throw new ServiceError('user_not_found');
      await manager.insert(Key, row);
      await manager.query(DELETE_OLDEST, [userId, siteId]);
    });
    return text;
  }

  async revoke(caller: SessionCaller, siteId: string): Promise<void> {
    const { id: userId } = await this.sessions.requireUser(caller);
    await this.dataSource.manager.delete(Key, { userId, siteId });
  }

  /** Ends all keys of a temporary account. The gateway has verified that the caller also has a session of it. */
  async endAdopted(caller: SessionCaller, temporaryAccountId: string): Promise<void> {
    await this.sessions.requireUser(caller);
    const { manager } = this.dataSource;
    const isTemporary = await manager.existsBy(User, { id: temporaryAccountId, isAnonymous: true });
    if (isTemporary) await manager.delete(Key, { userId: temporaryAccountId });
  }
}
