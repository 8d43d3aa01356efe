import { limits } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { ExpiringTokens } from '../sites/expiring-tokens.js';

/** An archive has one version of a page, or everything of an account. */
type ArchiveSubject = { accountId: string } | { siteId: string; version: number };

/** With such a ticket an owner can download an archive for some minutes. */
@Injectable()
export class ArchiveTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru archive 1\n');
  }

  issue(subject: ArchiveSubject): { ticket: string; expiresAt: string } {
    const expiresAt = new Date(Date.now() + limits.fileTicketMinutes * 60_000);
    const text = 'accountId' in subject ? `account:${subject.accountId}` : `${subject.siteId}:${subject.version}`;
    return { ticket: this.sign(text, expiresAt), expiresAt: expiresAt.toISOString() };
  }
}

/** Reads the text of a ticket. */
export function readArchiveSubject(text: string): ArchiveSubject {
  const [id = '', rest = ''] = text.split(':');
  return id === 'account' ? { accountId: rest } : { siteId: id, version: Number(rest) };
}
