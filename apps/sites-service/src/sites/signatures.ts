import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs with HMAC-SHA-256 in base64url by the first key. The other keys only verify, during a rotation. */
export class Signatures {
  static readonly length = 43;

  /** @param purpose it is signed, too, so that a signature is valid for one purpose only */
  constructor(
    private readonly keys: readonly string[],
    private readonly purpose: string,
    private readonly length = Signatures.length,
  ) {}

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

/** A token is `<text>.<expiry in ms, base 36>.<HMAC-SHA-256 in base64url>`. */
const tokenPattern = /^((.+)\.([0-9a-z]{1,9}))\.([\w-]{43})$/;

/** Makes and reads signed tokens with a text. Until a token expires, its holder may use what the text names. */
export class ExpiringTokens {
  private readonly signatures: Signatures;

  /** @param purpose it is signed, too, so that a token is valid for one purpose only */
  constructor(keys: readonly string[], purpose: string) {
    this.signatures = new Signatures(keys, purpose);
  }

  sign(text: string, expiresAt: Date): string {
    const content = `${text}.${expiresAt.getTime().toString(36)}`;
    return `${content}.${this.signatures.sign(content)}`;
  }

  /** @returns the text; undefined for a token that is not valid at `now` */
  read(token: string, now = new Date()): string | undefined {
    const [, content = '', text = '', expiry = '', signature = ''] = tokenPattern.exec(token) ?? [];
    const isValid = this.signatures.isValid(content, signature) && now.getTime() < Number.parseInt(expiry, 36);
    return isValid ? text : undefined;
  }
}
