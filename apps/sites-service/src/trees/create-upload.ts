import {
  fileError,
  type PublishLimits,
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
  async createUpload(request: RequestOf<typeof uploadMessages.createUpload>, { caller }: RequestContext) {
    const account = accountOf(caller);
    const { archiveBytes } = request;
    const files = request.files.map(({ path, bytes, sha256 }): TreeFile => {
      const name = path.normalize('NFC');
      return { path: name, hash: sha256, type: mediaTypeOf(name), bytes };
    });
    const fault = archiveBytes === undefined ? treeFault(files, this.limits) : undefined;
    if (fault) throw fileError(fault.code, fault.path);
    if ((archiveBytes ?? 0) > this.limits.archiveBytes) throw new ServiceError('ARCHIVE_TOO_LARGE');
    // Equal files count once.
    const sizes = new Map(files.map(({ hash, bytes }) => [hash, bytes]));
    await this.quotas.requireSpace(account);
    const sum = sizes.values().reduce((all, bytes) => all + bytes, 0);
    if (sum > this.quotas.maxLiveBytesOf(account)) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
    const stored = await this.store.touch(account, hashesOf(files));
    const wrong = files.find(({ hash, bytes }) => bytes !== (stored.get(hash) ?? sizes.get(hash)));
    if (wrong) throw fileError('FILE_MISMATCH', wrong.path);
    const { id, expiresAt } = await this.uploads.begin(account, files, archiveBytes);
    const missing = [...sizes.keys()].filter((hash) => !stored.has(hash));
    return { id, ticket: this.tickets.sign(id, expiresAt), missing, expiresAt: expiresAt.toISOString() };
  }
}
