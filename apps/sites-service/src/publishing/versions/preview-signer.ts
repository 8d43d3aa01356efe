import { Injectable } from '@nestjs/common';
import { previewLifetimeMs } from '@haru/contracts';
import { ExpiringTokens } from '../../sites/expiring-tokens.js';
import { Setting } from '../../settings.js';

export interface SignedPreview {
  siteId: string;
  version: number;
}

/** Makes and reads the last part of a preview's address, which shows one version until it expires. */
@Injectable()
export class PreviewSigner {
  private readonly tokens: ExpiringTokens;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.tokens = new ExpiringTokens(keys, 'haru version preview 1\n');
  }

  sign({ siteId, version }: SignedPreview, now: Date): { token: string; expiresAt: Date } {
    const expiresAt = new Date(now.getTime() + previewLifetimeMs);
    return { token: this.tokens.sign(`${siteId}.${version}`, expiresAt), expiresAt };
  }

  read(token: string, now: Date): SignedPreview | undefined {
    const [siteId = '', version] = this.tokens.read(token, now)?.split('.') ?? [];
    return version === undefined ? undefined : { siteId, version: Number(version) };
  }
}
