import { isUuid } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { Signatures } from '../sites/signatures.js';

/** A ticket is `<upload id>.<expiry in ms, base 36>.<HMAC-SHA-256 in base64url>`. */
const ticketPattern = /^(([0-9a-f-]{36})\.([0-9a-z]{1,9}))\.([\w-]{43})$/;

/** Signs and verifies tickets. With its ticket a client can send the files of an upload without a session. */
@Injectable()
export class UploadTickets {
  private readonly signatures: Signatures;

  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    this.signatures = new Signatures(keys, 'haru upload 1\n');
  }

  sign(uploadId: string, expiresAt: Date): string {
    const content = `${uploadId}.${expiresAt.getTime().toString(36)}`;
    return `${content}.${this.signatures.sign(content)}`;
  }

  /** @returns the id of the upload; undefined for a ticket that is not valid */
  read(ticket: string, now = new Date()): string | undefined {
    const [, content = '', uploadId = '', expiry = '', signature = ''] = ticketPattern.exec(ticket) ?? [];
    const isValid = this.signatures.isValid(content, signature) && now.getTime() < Number.parseInt(expiry, 36);
    return isValid && isUuid(uploadId) ? uploadId : undefined;
  }
}
