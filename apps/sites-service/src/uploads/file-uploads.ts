import type { IncomingMessage } from 'node:http';
import { fileError, type RequestContext, ServiceError, type UploadAnswer } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { FileStore } from '../trees/file-store.js';
import { isDocument } from '../trees/media-type.js';
import { type Upload, Uploads } from '../trees/uploads.js';
import { BodyReceiver, requireDeclared } from './received-bytes.js';

@Injectable()
export class FileUploads {
  constructor(
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly bodies: BodyReceiver,
  ) {}

  /** Stores a declared file of an upload. A repeat changes nothing, so a client can send what is still missing. */
  async takeFile(uploadId: string, sha256: string, request: IncomingMessage, requestId: string): Promise<void> {
    const upload = await this.uploads.find(uploadId);
    const declared = upload.files.filter(({ hash }) => hash === sha256);
    const [file] = declared;
    if (!file) throw new ServiceError('UPLOAD_NOT_FOUND');
    const bounds = {
      accountId: upload.accountId,
      maxBytes: file.bytes,
      tooLarge: fileError('FILE_MISMATCH', file.path),
    };
    await this.bodies.during(request, bounds, async (received) => {
      requireDeclared(received, file);
      const isPage = declared.some(({ path }) => isDocument(path));
      await this.store.put(received.hash, received.bytes, isPage, contextOf(upload, requestId));
    });
  }

  async describe(uploadId: string): Promise<UploadAnswer['upload']> {
    const upload = await this.uploads.find(uploadId);
    const { id, files, report, expiresAt } = upload;
    const hashes = [...new Set(files.map(({ hash }) => hash))];
    const stored = await this.store.find(hashes.map((hash) => Buffer.from(hash, 'hex')));
    const missing = hashes.filter((hash) => !stored.has(hash));
    return {
      id,
      state: stateOf(upload, missing),
      expires_at: expiresAt.toISOString(),
      files: files.map(({ path, bytes, hash }) => ({ path, bytes, sha256: hash })),
      missing,
      ...(report ? { report } : {}),
    };
  }
}

function stateOf(
  { archiveBytes, archiveHash, report }: Upload,
  missing: readonly string[],
): UploadAnswer['upload']['state'] {
  if (report?.error) return 'failed';
  if (archiveBytes === null || report) return missing.length > 0 ? 'receiving' : 'ready';
  return archiveHash ? 'unpacking' : 'receiving';
}

/** The queue of checks is fair by account, so the context names the account of the upload. */
export function contextOf({ accountId }: Pick<Upload, 'accountId'>, requestId: string): RequestContext {
  return { requestId, caller: { role: 'authenticated', accountId, sessionId: accountId, isAnonymous: true } };
}
