import { type SessionCaller, type RequestContext, ServiceError } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource, type EntityManager } from 'typeorm';
import { ConfirmAddress } from '../accounts/addresses/confirm-address.js';
import { Identity } from '../tables/account/identity.entity.js';
import { User } from '../tables/account/user.entity.js';
import type { Session } from '../tables/sign-in/session.entity.js';
import { accountOf } from '../input/account-of.js';
import { Sessions } from '../sessions/sessions.js';
import { addIdentity, type ExternalPerson, lockPerson } from './external-account.js';
import { type Proof, useOnce } from './used-proofs.js';
import { Setting } from '../settings.js';
import { requiresMfa } from '../sessions/second-factor.js';
import { signInSession } from '../sessions/session-rows.js';
import { publishAccountConfirmed } from '../accounts/account-events.js';
import { Injectable } from '@nestjs/common';
import { lockLiveAccount } from '../tables/account/read-account.js';

export interface ProvenPerson {
  person: ExternalPerson;
  proof: Proof;
}

/** Adds another way to sign in to the caller's account, if it is configured. */
@Injectable()
export class LinkPerson {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly confirming: ConfirmAddress,
    private readonly outbox: Outbox,
    @Setting('AUTH_MANUAL_LINKING') private readonly manualLinking: boolean,
  ) {}

  /** @throws ServiceError manual_linking_disabled, no_authorization, insufficient_aal; why the session is not live */
  async requireAllowed(context: RequestContext): Promise<SessionCaller> {
    if (!this.manualLinking) throw new ServiceError('manual_linking_disabled');
    const caller = accountOf(context);
    await this.sessions.requireUser(caller);
    // Adding a way to sign in is as critical as changing the password.
    if (await requiresMfa(this.dataSource.manager, caller)) throw new ServiceError('insufficient_aal');
    return caller;
  }

  /**
   * Links the person and opens a session in their name. A temporary account becomes registered, with the verified
   * address of the third party, if there is one.
   * @throws ServiceError invalid_grant for a proof that was used before; identity_already_exists, email_exists
   */
  async link(
    { person, proof }: ProvenPerson,
    { accountId }: SessionCaller,
    context: RequestContext,
    now: Date,
  ): Promise<{ user: User; session: Session }> {
    const { provider, subject } = person;
    return this.dataSource.transaction(async (manager) => {
      await useOnce(manager, proof, now);
      await lockPerson(manager, person);
      const user = await lockLiveAccount(manager, { id: accountId });
      if (user === null) throw new ServiceError('user_not_found');
      if (await manager.existsBy(Identity, { provider, providerId: subject })) {
        throw new ServiceError('identity_already_exists');
      }
      if (user.isAnonymous) await this.register(manager, user, person, context, now);
      await addIdentity(manager, user, person, now);
      return {
        user,
        session: await signInSession(manager, user, { method: 'oauth', provider, device: context.device }, now),
      };
    });
  }

  private async register(
    manager: EntityManager,
    user: User,
    { provider, verifiedEmail }: ExternalPerson,
    context: RequestContext,
    now: Date,
  ): Promise<void> {
    if (verifiedEmail !== undefined) {
      user.newEmail = verifiedEmail;
      const { kind } = await this.confirming.move(manager, user, context, now);
      if (kind === 'taken') throw new ServiceError('email_exists');
      return;
    }
    Object.assign(user, { email: null, isAnonymous: false, appMetadata: { provider, providers: [provider] } });
    const { email, isAnonymous, appMetadata } = user;
    await manager.update(User, user.id, { email, isAnonymous, appMetadata, updatedAt: now });
    await publishAccountConfirmed(manager, this.outbox, user.id, context);
  }
}
