import type { ProofChallenge } from '@haru/contracts';
import { solveChallengeWorkers } from 'altcha-lib';

const MAX_WORKERS = 4;
const TIMEOUT_MS = 60_000;

export async function solveProof(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
    createWorker: () => new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
    timeout: TIMEOUT_MS,
  });
  if (!solution) throw new Error('the challenge was not solved in time');
  return window.btoa(JSON.stringify({ challenge, solution }));
}
