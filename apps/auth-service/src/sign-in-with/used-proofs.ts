import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import { type EntityManager, LessThan } from 'typeorm';
import { UsedSignInMessage } from '../tables/sign-in/used-sign-in-message.entity.js';

/** A proof replaces a password: it is the signed message of a wallet, or an ID token. */
export interface Proof {
  /** This text was signed. It excludes the signature, because one text can have several valid signatures. */
  signed: string;
  /** After this time the proof is refused anyway. */
  goodUntil: Date;
  /** This is the error text if the proof is used again. */
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

/** The proof does not hold; the text says why. */
export function refusedProof(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_grant', { message, cause });
}
