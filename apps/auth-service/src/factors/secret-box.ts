import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import { Setting } from '../settings.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of factors in the database with AES-256-GCM, bound to the row they belong to. */
@Injectable()
export class SecretBox {
  private readonly key: Buffer;

  constructor(
    @Optional() @Setting('AUTH_FACTOR_SECRET') factorSecret: string | undefined,
    @Setting('AUTH_REFRESH_TOKEN_SECRET') refreshTokenSecret: string,
  ) {
    const secret = factorSecret ?? refreshTokenSecret;
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'haru factor secrets 1', 32));
  }

  /** @param owner the id of the row, which is needed to open it again */
  seal(bytes: Uint8Array, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws when it was sealed with another key or for another row, or has changed since */
  open(box: Buffer, owner: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key, box.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
