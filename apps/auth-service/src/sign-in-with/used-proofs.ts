import { hash } from 'node:crypto';
import { ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

/** What somebody signs in with instead of a password: the signed message of a wallet, or an ID token. */
export interface Proof {
  /** What was signed, without the signature: there can be several good ones for it. */
  signed: string;
  /** From then on it is refused anyway. */
  goodUntil: Date;
  /** The text of the refusal when it comes a second time. */
  usedBefore: string;
}

/** Whoever sees a proof on its way must not be able to sign in with it too. @throws ServiceError invalid_grant */
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
