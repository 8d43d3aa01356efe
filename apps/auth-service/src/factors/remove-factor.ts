import { type RequestContext, ServiceError } from '@haru/contracts';
import { DataSource, type EntityManager, Not } from 'typeorm';
import type { User } from '../tables/account/user.entity.js';
import { MailRequests } from '../mail/requests/mail-requests.js';
import type { Session } from '../tables/sign-in/session.entity.js';
import { RecoveryCodeSet } from '../tables/sign-in/recovery-codes.entity.js';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { lockAccount } from '../tables/account/read-account.js';
import { Injectable } from '@nestjs/common';

@Injectable()
export class RemoveFactor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailRequests,
  ) {}

  /**
   * Sessions that the factor raised fall back to aal1, and the account's owner gets a notice if it was in use.
   * @param session the caller's; absent for the service key, which may remove any
   * @throws ServiceError mfa_factor_not_found, insufficient_aal
   */
  async remove(user: User, factorId: string, context: RequestContext, session?: Pick<Session, 'aal'>): Promise<Factor> {
    return this.dataSource.transaction(async (manager) => {
      await lockAccount(manager, { id: user.id });
      const factor = await manager.findOne(Factor, {
        where: { id: factorId, userId: user.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (factor === null) throw new ServiceError('mfa_factor_not_found');
      if (factor.status === 'verified') {
        if (session?.aal === 'aal1') {
          throw new ServiceError('insufficient_aal', {
            status: 422,
            message: 'AAL2 required to unenroll verified factor',
          });
        }
        await lowerSessions(manager, factor);
        if (user.email !== null) {
          const mail = { userId: user.id, kind: 'notice_factor_removed', address: user.email } as const;
          await this.mails.request(manager, mail, context);
        }
      }
      await manager.delete(Factor, factorId);
      return factor;
    });
  }
}

/** Removing the last factor deletes its recovery codes and lowers what they raised. */
async function lowerSessions(manager: EntityManager, { id, userId }: Factor): Promise<void> {
  const isLast = !(await manager.existsBy(Factor, { userId, id: Not(id), status: 'verified' }));
  if (isLast) await manager.delete(RecoveryCodeSet, { userId });
  await manager.query(
    `UPDATE sessions SET aal = 'aal1', factor_id = NULL,
       amr = (SELECT coalesce(jsonb_agg(entry), '[]') FROM jsonb_array_elements(amr) AS entry
              WHERE entry->>'method' NOT IN ('totp', 'recovery_code'))
     WHERE id IN (SELECT id FROM sessions WHERE user_id = $1 AND aal = 'aal2' AND (factor_id = $2 OR $3)
                  ORDER BY id FOR UPDATE)`,
    [userId, id, isLast],
  );
}
