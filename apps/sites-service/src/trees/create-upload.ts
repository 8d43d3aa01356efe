import {
  fileError,
  type PublishLimits,
  type ReplyOf,
  type RequestContext,
  type RequestOf,
  ServiceError,
  treeFault,
  type TreeFile,
  type uploadMessages,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';
import { accountOf } from '../sites/own-site.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';
import { FileStore, hashesOf } from './file-store.js';
import { mediaTypeOf } from './media-type.js';
import { UploadTickets } from './tickets.js';
import { Uploads } from './uploads.js';

@Injectable()
export class CreateUpload {
  constructor(
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly tickets: UploadTickets,
    private readonly quotas: StorageQuotas,
    @Setting('PUBLISH_LIMITS') private readonly limits: PublishLimits,
  ) {}

  /**
   * Begins an upload. Files that the account has sent before are kept until it expires, and need not be sent again.
   * Files of others must be sent, so that nobody gets a file whose hash they only know.
   */
  async createUpload(
    request: RequestOf<typeof uploadMessages.createUpload>,
    { caller }: RequestContext,
  ): Promise<ReplyOf<typeof uploadMessages.createUpload>> {
    const account = accountOf(caller);
    const { archiveBytes } = request;
    const files = request.files.map(({ path, bytes, sha256 }): TreeFile => {
      const name = path.normalize('NFC');
      return { path: name, hash: sha256, type: mediaTypeOf(name), bytes };
    });
    if (archiveBytes === undefined) this.requireTree(files);
    else if (archiveBytes > this.limits.archiveBytes) throw new ServiceError('ARCHIVE_TOO_LARGE');
    await this.quotas.requireSpace(account);
    if (distinctBytesOf(files) > this.quotas.maxLiveBytesOf(account)) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
    const { id, expiresAt } = await this.uploads.begin(account, files, archiveBytes);
    const stored = await this.store.touch(account, hashesOf(files));
    const wrong = files.find(({ hash, bytes }) => (stored.get(hash) ?? bytes) !== bytes);
    if (wrong) throw fileError('FILE_MISMATCH', wrong.path);
    const missing = [...new Set(files.map(({ hash }) => hash))].filter((hash) => !stored.has(hash));
    return { id, ticket: this.tickets.sign(id, expiresAt), missing, expiresAt: expiresAt.toISOString() };
  }

  private requireTree(files: readonly TreeFile[]): void {
    const fault = treeFault(files, this.limits);
    if (fault) throw fileError(fault.code, fault.path);
    const sizes = new Map<string, number>();
    for (const { path, hash, bytes } of files) {
      if ((sizes.get(hash) ?? bytes) !== bytes) throw fileError('FILE_MISMATCH', path);
      sizes.set(hash, bytes);
    }
  }
}

/** Counts equal files once. */
function distinctBytesOf(files: readonly TreeFile[]): number {
  return [...new Map(files.map(({ hash, bytes }) => [hash, bytes])).values()].reduce((sum, bytes) => sum + bytes, 0);
}
