import { ACCESS_KEY_LENGTH, type PublishedSite } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Setting } from '../settings.js';
import type { Site } from '../tables/pages/site.entity.js';
import { ExpiringTokens, Signatures } from './signatures.js';

type Access = Pick<Site, 'id' | 'accessGeneration'>;

export const CODE_MS = 60_000;

/**
 * Makes and verifies the keys of secret pages, and codes for pages with a password. A key is derived from the page's id
 * and generation and is never stored, so the owner can read it at any time, and a new generation makes it invalid.
 */
@Injectable()
export class AccessKeys {
  private readonly signatures: Signatures;
  private readonly codes: ExpiringTokens;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.signatures = new Signatures(keys, 'haru access key 1\n', ACCESS_KEY_LENGTH);
    this.codes = new ExpiringTokens(keys, 'haru access code 1\n');
  }

  /** @param name from `nameOf` */
  keyNamed(name: string): string {
    return this.signatures.sign(name);
  }

  opens(access: Access, key: string): boolean {
    return this.signatures.isValid(nameOf(access), key);
  }

  /** Returns a code that admits a visitor who knows the password of the page. It is not stored. */
  codeFor(access: Access): string {
    return this.codes.sign(`${nameOf(access)}.${randomUUID()}`, new Date(Date.now() + CODE_MS));
  }

  opensByCode(access: Access, code: string): boolean {
    return this.codes.read(code)?.startsWith(`${nameOf(access)}.`) ?? false;
  }

  /** Adds the key to an answer for the owner. The key must not be stored. */
  withKey<Answer extends Pick<PublishedSite, 'id' | 'visibility' | 'accessGeneration'>>(
    site: Answer,
  ): Answer & { accessKey?: string } {
    const { id, visibility, accessGeneration } = site;
    return visibility !== 'secret' || accessGeneration === undefined
      ? site
      : { ...site, accessKey: this.keyNamed(nameOf({ id, accessGeneration })) };
  }
}

/**
 * Returns the text that is signed to make the key. `DataApiMessageController` replaces it by the key in rows of the
 * data API.
 */
export function nameOf({ id, accessGeneration }: Access): string {
  return `${id}.${accessGeneration}`;
}
