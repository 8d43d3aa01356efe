import { createHmac, hash, randomInt } from 'node:crypto';
import type { TokenSlot } from '../entities/one-time-token.entity.js';

/** Whose token, for what, and for which address. */
export interface TokenSubject {
  userId: string;
  slot: TokenSlot;
  address: string;
}

/** Six digits, for people to type. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Six digits that `seed` determines and, without the secret, nobody can tell. */
export function codeFrom(secret: string, seed: string): string {
  const mac = createHmac('sha256', secret).update(`haru mail code 1\0${seed}`).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * The token of a mail's link, which the address and the code determine. Keyed: who knows the address cannot try out
 * the codes by themselves. 64 hex characters.
 */
export function linkTokenOf(secret: string, { userId, slot, address }: TokenSubject, code: string): string {
  return createHmac('sha256', secret)
    .update(`haru one-time token 1\0${userId}\0${slot}\0${address}\0${code}`)
    .digest('hex');
}

/** What the database keeps of it: whoever reads the table cannot follow the link. */
export function storedHashOf(linkToken: string): Buffer {
  return hash('sha256', linkToken, 'buffer');
}

const PKCE_PREFIX = 'pkce_';

/** The link's token as the mail has it: that of a PKCE flow says so. */
export function withPkceMark(linkToken: string, isPkce: boolean): string {
  return isPkce ? PKCE_PREFIX + linkToken : linkToken;
}

export function withoutPkceMark(token: string): string {
  return token.startsWith(PKCE_PREFIX) ? token.slice(PKCE_PREFIX.length) : token;
}
