import { functionErrorSchema } from '@haru/contracts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { json } from './server/fake-server.js';

export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00112233445566778899aabbccddeeff',
    salt: 'ffeeddccbbaa99887766554433221100',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
    expiresAt: 2_000_000_000,
  },
  signature: 'signed',
};

/** The server refuses a call that lacks a proof of work in this way. */
export const proofRequired = (): Response =>
  json(429, functionErrorSchema.parse({ success: false, error: '…', code: 'PROOF_REQUIRED', challenge }));

export interface Work {
  type: 'work' | 'abort';
  challenge: Challenge;
  counterStart: number;
  counterStep: number;
}

/** It replaces the browser's workers, which jsdom lacks: it does the work of `proof-worker.ts` here. */
export class SolvingWorker extends EventTarget {
  postMessage({ type, ...work }: Work): void {
    if (type === 'work') void solveChallenge({ ...work, deriveKey }).then((data) => this.answer(data));
  }

  terminate(): void {
    // Nothing listens to later solutions.
  }

  private answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}
