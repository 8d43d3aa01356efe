import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

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
  await manager.query('DELETE FROM used_sign_in_messages WHERE expires_at < $1', [now]);
  const rows = await manager.query<unknown[]>(
    'INSERT INTO used_sign_in_messages (message_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [hash('sha256', proof.signed, 'buffer'), proof.goodUntil],
  );
  if (rows.length === 0) throw refusedProof(proof.usedBefore);
}

/** A proof of identity that does not hold; the text says why. */
export function refusedProof(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_grant', { message, cause });
}
