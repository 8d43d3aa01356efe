import { type ProofChallenge, ServiceError } from '@haru/contracts';

/** Refuses a request until it comes with the solution of this challenge. */
export class ProofRequiredError extends ServiceError {
  constructor(readonly challenge: ProofChallenge) {
    super('PROOF_REQUIRED');
  }
}

/** As a member of the answer, in every dialect. */
export function challengeOf(error: ServiceError): { challenge?: ProofChallenge } {
  return error instanceof ProofRequiredError ? { challenge: error.challenge } : {};
}
