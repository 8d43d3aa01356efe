import { limits, previewLifetimeMs } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { ExpiringTokens } from '../sites/signatures.js';

/** Tickets name an upload. With its ticket a client can send the files of an upload without a session. */
@Injectable()
export class UploadTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru upload 1\n');
  }
}

/** Tickets name a file by its hash in hex. With a ticket a client can read the file. */
@Injectable()
export class FileTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru file 1\n');
  }
}

/** An archive has one version of a page, or everything of an account. */
export type ArchiveSubject = { accountId: string } | { siteId: string; version: number };

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

  subjectOf(ticket: string): ArchiveSubject | undefined {
    const [id = '', rest = ''] = this.read(ticket)?.split(':') ?? [];
    if (id === '') return undefined;
    return id === 'account' ? { accountId: rest } : { siteId: id, version: Number(rest) };
  }
}

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
