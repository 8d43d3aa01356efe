import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Setting } from '../settings.js';
import { type Access, nameOf } from './access-keys.js';
import { ExpiringTokens } from './expiring-tokens.js';

export const CODE_MS = 60_000;

/** Signs and verifies the codes that admit a visitor who knows the password of a page. They are not stored. */
@Injectable()
export class AccessCodes {
  private readonly tokens: ExpiringTokens;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.tokens = new ExpiringTokens(keys, 'haru access code 1\n');
  }

  codeFor(access: Access): string {
    return this.tokens.sign(`${nameOf(access)}.${randomUUID()}`, new Date(Date.now() + CODE_MS));
  }

  opens(access: Access, code: string): boolean {
    return this.tokens.read(code)?.startsWith(`${nameOf(access)}.`) ?? false;
  }
}
