import type { ProofChallenge } from '@haru/contracts';

/** A proof that was counted before, such as that of a lost answer, leads to another challenge. */
const MAX_PROOFS = 2;
const SLOW_MS = 1_000;

type Send = (headers: Record<string, string>) => Promise<Response>;

/** Where the server asks for a proof of work, sends the request again with one. Without one the answer is the refusal. */
export async function withProof(send: Send): Promise<Response> {
  let response = await send({});
  for (let proofs = 0; proofs < MAX_PROOFS; proofs++) {
    const challenge = await challengeIn(response);
    const proof = challenge && (await proofOf(challenge));
    if (proof === undefined) return response;
    response = await send({ 'x-haru-proof': proof });
  }
  return response;
}

async function challengeIn(response: Response): Promise<ProofChallenge | undefined> {
  if (response.status !== 429) return undefined;
  try {
    const body: unknown = await response.clone().json();
    const { code, challenge } = body as { code?: unknown; challenge?: ProofChallenge };
    return code === 'PROOF_REQUIRED' ? challenge : undefined;
  } catch {
    // A proxy answered, not our server.
    return undefined;
  }
}

async function proofOf(challenge: ProofChallenge): Promise<string | undefined> {
  const timer = window.setTimeout(() => setSlow(challenge, true), SLOW_MS);
  try {
    const { solveProof } = await import('./solve-proof.js');
    return await solveProof(challenge);
  } catch (error) {
    console.warn('the challenge was not solved', error);
    return undefined;
  } finally {
    window.clearTimeout(timer);
    setSlow(challenge, false);
  }
}

/** The solutions of these challenges take longer than a moment. */
const slow = new Set<ProofChallenge>();
const listeners = new Set<() => void>();

function setSlow(challenge: ProofChallenge, isSlow: boolean): void {
  if (isSlow) slow.add(challenge);
  else slow.delete(challenge);
  for (const listener of listeners) listener();
}

/** Tells `useSyncExternalStore` whether a person waits for a solution. */
export const slowProofs = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isAny: (): boolean => slow.size > 0,
};
