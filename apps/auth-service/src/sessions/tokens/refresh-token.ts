import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Setting } from '../../settings.js';

/** A refresh token holds the session and its number of refreshes when the token was active. */
export interface RefreshTokenContent {
  sessionId: string;
  counter: number;
}

type ReadRefreshToken =
  | ({ kind: 'genuine' } & RefreshTokenContent)
  /** The text has the form of a token, but this server did not make it. */
  | { kind: 'foreign' }
  /** The text cannot be a refresh token at all. */
  | { kind: 'malformed' };

const SESSION_BYTES = 16;
const COUNTER_BYTES = 6;
const CONTENT_BYTES = SESSION_BYTES + COUNTER_BYTES;
// With the 32 bytes of the MAC these are 54, which is exactly 72 characters of base64url: no padding bits, so a token
// has one spelling only.
const TOKEN_LENGTH = 72;
const tokenAlphabet = /^[A-Za-z0-9_-]{12,}$/;

/**
 * An opaque refresh token is session id and counter under a MAC (HMAC-SHA256).
 * Tokens are not stored, and still the active one can be given again.
 */
@Injectable()
export class RefreshTokens {
  private readonly secret: string;

  constructor(@Setting('AUTH_REFRESH_TOKEN_SECRET') refreshTokenSecret: string) {
    this.secret = refreshTokenSecret;
  }

  make({ sessionId, counter }: RefreshTokenContent): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.write(sessionId.replaceAll('-', ''), 0, SESSION_BYTES, 'hex');
    content.writeUIntBE(counter, SESSION_BYTES, COUNTER_BYTES);
    return Buffer.concat([content, this.mac(content)]).toString('base64url');
  }

  read(token: string): ReadRefreshToken {
    if (!tokenAlphabet.test(token)) return { kind: 'malformed' };
    if (token.length !== TOKEN_LENGTH) return { kind: 'foreign' };
    const bytes = Buffer.from(token, 'base64url');
    const content = bytes.subarray(0, CONTENT_BYTES);
    if (!timingSafeEqual(this.mac(content), bytes.subarray(CONTENT_BYTES))) return { kind: 'foreign' };
    return {
      kind: 'genuine',
      sessionId: formatUuid(content.toString('hex', 0, SESSION_BYTES)),
      counter: content.readUIntBE(SESSION_BYTES, COUNTER_BYTES),
    };
  }

  private mac(content: Buffer): Buffer {
    // The label keeps a MAC made for another purpose with the same secret from passing as a token.
    return createHmac('sha256', this.secret).update('haru refresh token 1\0').update(content).digest();
  }
}

function formatUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
