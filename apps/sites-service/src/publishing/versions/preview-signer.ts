import { Injectable } from '@nestjs/common';
import { previewLifetimeMs } from '@haru/contracts';
import { Signatures } from '../../sites/signatures.js';
import { Setting } from '../../settings.js';

/** A token is `<site id>.<version>.<expiry in ms, base 36>.<HMAC-SHA-256 in base64url>`. */
const tokenPattern = /^([0-9a-f-]{36}\.(\d{1,10})\.([0-9a-z]{1,9}))\.([\w-]{43})$/;

export interface SignedPreview {
  siteId: string;
  version: number;
}

/** Makes and reads the last part of a preview's address, which shows one version until it expires. */
@Injectable()
export class PreviewSigner {
  private readonly signatures: Signatures;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.signatures = new Signatures(keys, 'haru version preview 1\n');
  }

  sign({ siteId, version }: SignedPreview, now: Date): { token: string; expiresAt: Date } {
    const expiresAt = new Date(now.getTime() + previewLifetimeMs);
    const content = `${siteId}.${version}.${expiresAt.getTime().toString(36)}`;
    return { token: `${content}.${this.signatures.sign(content)}`, expiresAt };
  }

  read(token: string, now: Date): SignedPreview | undefined {
    const [, content = '', version = '', expiry = '', signature = ''] = tokenPattern.exec(token) ?? [];
    if (!this.signatures.isValid(content, signature)) return undefined;
    if (now.getTime() >= Number.parseInt(expiry, 36)) return undefined;
    return { siteId: content.slice(0, 36), version: Number(version) };
  }
}
