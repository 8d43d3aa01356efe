import { createHmac, hash, randomInt } from 'node:crypto';
import type { TokenSlot } from '../tables/mail/one-time-token.entity.js';

/** Account, purpose and address of a token. */
export interface TokenSubject {
  userId: string;
  slot: TokenSlot;
  address: string;
}

/** Six digits, for people to type. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Six digits derived from `seed` with the secret. */
export function codeFrom(secret: string, seed: string): string {
  const mac = createHmac('sha256', secret).update(`haru mail code 1\0${seed}`).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * The token of a mail's link, derived from the address and the code. It needs the secret, so that the million codes of
 * a known address cannot be tried offline. 64 hex characters.
 */
export function linkTokenOf(secret: string, { userId, slot, address }: TokenSubject, code: string): string {
  return createHmac('sha256', secret)
    .update(`haru one-time token 1\0${userId}\0${slot}\0${address}\0${code}`)
    .digest('hex');
}

/** What the database stores, so that a copy of the table does not give access to links. */
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
