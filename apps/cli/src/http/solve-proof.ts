import type { ProofChallenge } from '@haru/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** @returns the value of the header that proves the work, or undefined where the challenge has no solution in time */
export async function solveProof(challenge: ProofChallenge): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 60_000 });
  return solution ? Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') : undefined;
}
