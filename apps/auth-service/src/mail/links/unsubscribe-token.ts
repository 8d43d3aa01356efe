import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 32;

/** The token is the account's id under a MAC. It needs no session, does not expire and can be used repeatedly. */
export function makeUnsubscribeToken(secret: string, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, macOf(secret, id)]).toString('base64url');
}

/** @returns the account's id; undefined for a token that this server did not make */
export function readUnsubscribeToken(secret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // 48 bytes have one spelling only.
  if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(macOf(secret, id), bytes.subarray(ID_BYTES))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function macOf(secret: string, id: Buffer): Buffer {
  // The label keeps a MAC made for another purpose with the same secret from passing as a token.
  return createHmac('sha256', secret).update('haru unsubscribe token 1\0').update(id).digest();
}
