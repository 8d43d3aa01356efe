import { createHmac, hash, randomInt } from 'node:crypto';
import type { TokenSlot } from '../../tables/mail/one-time-token.entity.js';

export interface TokenSubject {
  userId: string;
  slot: TokenSlot;
  address: string;
}

/** Makes six digits for people to type. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Derives six digits from `seed` with the secret. */
export function codeFrom(secret: string, seed: string): string {
  const mac = createHmac('sha256', secret).update(`haru mail code 1\0${seed}`).digest();
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * Derives the token of a mail's link from the address and the code, as 64 hex characters. It needs the secret, so that
 * the million codes of a known address cannot be tried offline.
 */
export function linkTokenOf(secret: string, { userId, slot, address }: TokenSubject, code: string): string {
  return createHmac('sha256', secret)
    .update(`haru one-time token 1\0${userId}\0${slot}\0${address}\0${code}`)
    .digest('hex');
}

/** The database stores this, so that a copy of the table does not give access to links. */
export function storedHashOf(linkToken: string): Buffer {
  return hash('sha256', linkToken, 'buffer');
}

const PKCE_PREFIX = 'pkce_';

/** The link's token is marked if it belongs to a PKCE flow. */
export function withPkceMark(linkToken: string, isPkce: boolean): string {
  return isPkce ? PKCE_PREFIX + linkToken : linkToken;
}

export function withoutPkceMark(token: string): string {
  return token.startsWith(PKCE_PREFIX) ? token.slice(PKCE_PREFIX.length) : token;
}
