import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs with HMAC-SHA-256 in base64url by the first key. The other keys only verify, during a rotation. */
export class Signatures {
  static readonly length = 43;

  /** @param purpose it is signed, too, so that a signature is valid for one purpose only */
  constructor(
    private readonly keys: readonly string[],
    private readonly purpose: string,
    private readonly length = Signatures.length,
  ) {
    if (keys.length === 0) throw new Error('there is no key');
  }

  sign(content: string): string {
    return this.signatureBy(this.keys[0] ?? '', content);
  }

  isValid(content: string, signature: string): boolean {
    const given = Buffer.from(signature);
    return this.keys.some((key) => {
      const expected = Buffer.from(this.signatureBy(key, content));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  private signatureBy(key: string, content: string): string {
    return createHmac('sha256', key).update(this.purpose).update(content).digest('base64url').slice(0, this.length);
  }
}
