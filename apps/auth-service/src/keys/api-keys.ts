import {
  type ApiKey,
  type keyMessages,
  limits,
  type RequestOf,
  ServiceError,
  type SessionCaller,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { requiresMfa } from '../sessions/second-factor.js';
import { Sessions } from '../sessions/sessions.js';
import { Key } from '../tables/account/key.entity.js';
import { lockLiveAccount } from '../tables/account/read-account.js';
import { newKey } from './new-key.js';

/** The owner of an account gives these keys to programs. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
  ) {}

  /**
   * @returns the key, of which only a hash is stored
   * @throws ServiceError insufficient_aal, TOO_MANY_API_KEYS, VALIDATION_FAILED for an end in the past
   */
  async create({ name, scopes, expiresAt }: RequestOf<typeof keyMessages.createApiKey>, caller: SessionCaller) {
    const { id: userId } = await this.sessions.requireUser(caller);
    const now = new Date();
    const end = expiresAt === undefined ? null : new Date(expiresAt);
    if (end !== null && end <= now) {
      throw new ServiceError('VALIDATION_FAILED', {
        faults: [{ field: 'expires_at', message: 'must be in the future' }],
      });
    }
    const { text, row } = newKey({ userId, kind: 'apiKey', name, scopes: [...new Set(scopes)], expiresAt: end }, now);
    await this.dataSource.transaction(async (manager) => {
      // The lock makes concurrent calls count each other's keys.
      if ((await lockLiveAccount(manager, { id: userId })) === null) throw new ServiceError('user_not_found');
      if (await requiresMfa(manager, caller)) throw new ServiceError('insufficient_aal', { status: 403 });
      await manager.delete(Key, { userId, kind: 'apiKey', expiresAt: LessThanOrEqual(now) });
      const count = await manager.countBy(Key, { userId, kind: 'apiKey' });
      if (count >= limits.apiKeysMax) throw new ServiceError('TOO_MANY_API_KEYS');
      await manager.insert(Key, row);
    });
    return { key: text, apiKey: toApiKey(row) };
  }

  async list(caller: SessionCaller): Promise<ApiKey[]> {
    const { id: userId } = await this.sessions.requireUser(caller);
    const order = { createdAt: 'DESC', id: 'ASC' } as const;
    const keys = await this.dataSource.manager.find(Key, { where: { userId, kind: 'apiKey' }, order });
    return keys.map(toApiKey);
  }

  /** @param id all keys are revoked if it is left out */
  async revoke(caller: SessionCaller, id: string | undefined): Promise<void> {
    const { id: userId } = await this.sessions.requireUser(caller);
    await this.dataSource.manager.delete(Key, { userId, kind: 'apiKey', ...(id === undefined ? {} : { id }) });
  }
}

function toApiKey({ id, name, scopes, createdAt, expiresAt, lastUsedAt, lastUsedNetwork, prefix }: Key): ApiKey {
  return {
    id,
    name: name ?? '',
    prefix: prefix ?? '',
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedOn: lastUsedAt?.toISOString().slice(0, 10) ?? null,
    lastUsedNetwork,
  };
}
