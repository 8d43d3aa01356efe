import { type ProofChallenge, ServiceError } from '@haru/contracts';

/** Refuses a request until it has the solution of this challenge. */
export class ProofRequiredError extends ServiceError {
  constructor(readonly challenge: ProofChallenge) {
    super('PROOF_REQUIRED');
  }
}

/** The answer has it as a member in every dialect. */
export function challengeOf(error: ServiceError): { challenge?: ProofChallenge } {
  return error instanceof ProofRequiredError ? { challenge: error.challenge } : {};
}
