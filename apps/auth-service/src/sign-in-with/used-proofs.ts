import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { type EntityManager, LessThan } from 'typeorm';
import { UsedSignInMessage } from '../tables/sign-in/used-sign-in-message.entity.js';

/** A proof of identity instead of a password: the signed message of a wallet, or an ID token. */
export interface Proof {
  /** What was signed, without the signature: one text can have several valid signatures. */
  signed: string;
  /** After this time it is refused anyway. */
  goodUntil: Date;
  /** Error text if it is used again. */
  usedBefore: string;
}

/** Accepts each proof once, so that a stolen copy is useless. @throws ServiceError invalid_grant */
export async function useOnce(manager: EntityManager, proof: Proof, now: Date): Promise<void> {
  await manager.delete(UsedSignInMessage, { expiresAt: LessThan(now) });
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(UsedSignInMessage)
    .values({ messageHash: hash('sha256', proof.signed, 'buffer'), expiresAt: proof.goodUntil })
    .orIgnore()
    .returning('expires_at')
    .execute();
  if ((inserted.raw as unknown[]).length === 0) throw refusedProof(proof.usedBefore);
}

/** A proof of identity that does not hold; the text says why. */
export function refusedProof(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_grant', { message, cause });
}
