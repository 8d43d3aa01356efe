import { type SessionCaller, ServiceError } from '@haru/contracts';
import { DataSource, type EntityManager, Not, type ObjectLiteral } from 'typeorm';
import { Sessions } from '../sessions/sessions.js';
import { Identity } from '../tables/account/identity.entity.js';
import { User } from '../tables/account/user.entity.js';
import { Setting } from '../settings.js';
import { requiresMfa } from '../sessions/second-factor.js';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { lockAccount } from '../tables/account/read-account.js';

@Injectable()
export class Identities {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    @Setting('AUTH_MANUAL_LINKING') private readonly manualLinking: boolean,
  ) {}

  async unlink(identityId: string, caller: SessionCaller): Promise<void> {
    const { id: userId } = await this.sessions.requireUser(caller);
    if (!this.manualLinking) throw new ServiceError('manual_linking_disabled');
    if (!z.uuid().safeParse(identityId).success) {
      throw new ServiceError('validation_failed', { status: 404, message: 'identity_id must be an UUID' });
    }
    await this.dataSource.transaction(async (manager) => {
      const user = await lockAccount(manager, { id: userId });
      // Removing a way to sign in is as critical as changing the password.
      if (await requiresMfa(manager, caller)) throw new ServiceError('insufficient_aal');
      const identities = await manager.find(Identity, { where: { userId }, order: { createdAt: 'ASC' } });
      if (identities.length <= 1) throw new ServiceError('single_identity_not_deletable');
      const unlinked = identities.find(({ id }) => id === identityId.toLowerCase());
      if (unlinked === undefined || user === null) throw new ServiceError('identity_not_found');
      await manager.delete(Identity, unlinked.id);
      await this.forget(
        manager,
        user,
        unlinked,
        identities.filter((identity) => identity !== unlinked),
      );
    });
  }

  /** @throws ServiceError always: no provider is offered for linking */
  async link(_provider: string, caller: SessionCaller): Promise<{ url: string }> {
    await this.sessions.requireUser(caller);
    if (!this.manualLinking) throw new ServiceError('manual_linking_disabled');
    throw new ServiceError('validation_failed', { message: 'Unsupported provider: provider is not enabled' });
  }

  /** Removes from the account what the identity brought. With e-mail that includes the password. */
  private async forget(manager: EntityManager, user: User, unlinked: Identity, left: Identity[]): Promise<void> {
    const providers = [...new Set(left.map(({ provider }) => provider))];
    const appMetadata: ObjectLiteral = { ...user.appMetadata, provider: providers[0], providers };
    await manager.update(User, user.id, { appMetadata, updatedAt: new Date() });
    if (unlinked.provider !== 'email') return;
    const email = left.map(emailOf).find((address) => address !== undefined) ?? null;
    if (email !== null && (await manager.existsBy(User, { email, id: Not(user.id) }))) {
      throw new ServiceError('email_conflict_identity_not_deletable');
    }
    await manager.update(User, user.id, { email, encryptedPassword: null });
  }
}

function emailOf({ identityData }: Identity): string | undefined {
  const { email, email_verified }: { email?: unknown; email_verified?: unknown } = identityData;
  return typeof email === 'string' && email_verified === true ? email.toLowerCase() : undefined;
}
