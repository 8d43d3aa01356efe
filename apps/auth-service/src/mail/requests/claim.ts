import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { Claim } from '../../tables/mail/mail-request.entity.js';

export function claimOf(userMetadata: ObjectLiteral, now: Date, passwordHash: string | null = null): Claim {
  return { passwordHash, userMetadata: { ...userMetadata }, askedAt: now.toISOString() };
}

/**
 * Tells whether unconfirmed sign-ups with the same address chose different passwords. Then the owner's cannot be told
 * from an attacker's: a repeated mail carries the last claim, which the owner may take for their own.
 */
export async function isContested(manager: EntityManager, userId: string): Promise<boolean> {
  const [row] = await manager.query<{ passwords: number }[]>(
    `SELECT count(DISTINCT hash)::int AS passwords FROM (
       SELECT claim ->> 'passwordHash' AS hash FROM mail_requests WHERE user_id = $1
       UNION ALL SELECT claim ->> 'passwordHash' FROM one_time_tokens WHERE user_id = $1
       UNION ALL SELECT encrypted_password FROM users WHERE id = $1 AND is_claim) AS chosen`,
    [userId],
  );
  return row !== undefined && row.passwords > 1;
}
