import { ACCESS_KEY_LENGTH, type PublishedSite } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { Signatures } from './signatures.js';

interface Access {
  id: string;
  accessGeneration: number;
}

/**
 * Knows the keys of pages that are not public. A key is made from the page's id and generation, and is not stored: its
 * owner can see it at any time, and another generation makes it invalid.
 */
@Injectable()
export class AccessKeys {
  private readonly signatures: Signatures;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.signatures = new Signatures(keys, 'haru access key 1\n', ACCESS_KEY_LENGTH);
  }

  /** @param name of `nameOf` */
  keyNamed(name: string): string {
    return this.signatures.sign(name);
  }

  opens(access: Access, key: string): boolean {
    return this.signatures.isValid(nameOf(access), key);
  }

  /** Adds the key, which must not be stored, to an answer for the owner. */
  withKey<Answer extends Pick<PublishedSite, 'id' | 'accessGeneration'>>(
    site: Answer,
  ): Answer & { accessKey?: string } {
    const { id, accessGeneration } = site;
    return accessGeneration === undefined
      ? site
      : { ...site, accessKey: this.keyNamed(nameOf({ id, accessGeneration })) };
  }
}

/** Names a key of a page. A row of the data API has it until `DataApiMessageController` replaces it by the key. */
export function nameOf({ id, accessGeneration }: Access): string {
  return `${id}.${accessGeneration}`;
}
