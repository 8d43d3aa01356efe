import type { ObjectLiteral } from 'typeorm';

/**
 * What one sign-up asked for. It travels with the mail of that sign-up and counts only if that very mail is
 * confirmed: whoever asked before or after, for the same address, may be somebody else.
 */
export interface Claim {
  /** In PHC form; null where no password was chosen. */
  passwordHash: string | null;
  userMetadata: ObjectLiteral;
  /** ISO 8601. A mail that is sent once more keeps it. */
  askedAt: string;
}

export function claimOf(userMetadata: ObjectLiteral, now: Date, passwordHash: string | null = null): Claim {
  return { passwordHash, userMetadata: { ...userMetadata }, askedAt: now.toISOString() };
}
