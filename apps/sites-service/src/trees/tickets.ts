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

/** An archive has one version of a page, or everything of an account. */
export type ArchiveSubject = { accountId: string } | { siteId: string; version: number };
/** A file is named by its hash in hex. */
type Download = ArchiveSubject | { fileHash: string };

/** With such a ticket an owner can download a file or an archive for some minutes. */
@Injectable()
export class DownloadTickets extends ExpiringTokens {
  constructor(@Setting('PAGE_MANIFEST_KEY') keys: readonly string[]) {
    super(keys, 'haru download 1\n');
  }

  issue(download: Download): { ticket: string; expiresAt: string } {
    const expiresAt = new Date(Date.now() + limits.fileTicketMinutes * 60_000);
    return { ticket: this.sign(textOf(download), expiresAt), expiresAt: expiresAt.toISOString() };
  }

  subjectOf(ticket: string): Download | undefined {
    const [kind = '', rest = ''] = this.read(ticket)?.split(':') ?? [];
    if (kind === '') return undefined;
    if (kind === 'file') return { fileHash: rest };
    return kind === 'account' ? { accountId: rest } : { siteId: kind, version: Number(rest) };
  }
}

function textOf(download: Download): string {
  if ('fileHash' in download) return `file:${download.fileHash}`;
  return 'accountId' in download ? `account:${download.accountId}` : `${download.siteId}:${download.version}`;
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
