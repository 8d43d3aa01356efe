import { ServiceError } from '@haru/contracts';

/** A proof of identity that does not hold; the text says why. */
export function refusedProof(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_grant', { message, cause });
}
