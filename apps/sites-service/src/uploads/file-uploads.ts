import type { IncomingMessage } from 'node:http';
import {
  fileError,
  formatOfName,
  OwnOrigins,
  type RequestContext,
  ServiceError,
  type UploadAnswer,
} from '@haru/contracts';
import { Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Setting } from '../settings.js';
import { FileStore, hashesOf } from '../trees/file-store.js';
import { MarkdownFiles } from '../trees/markdown-files.js';
import { checkedKindOf } from '../trees/media-type.js';
import { openPreview } from '../trees/previews.js';
import { type Upload, Uploads } from '../trees/uploads.js';
import { BodyReceiver, type ReceivedBytes } from './received-bytes.js';

@Injectable()
export class FileUploads {
  private readonly ownOrigins: OwnOrigins | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly bodies: BodyReceiver,
    private readonly markdown: MarkdownFiles,
    @Optional() @Setting('VIEWER_ORIGIN_PATTERN') pattern?: string,
  ) {
    this.ownOrigins = pattern === undefined ? undefined : new OwnOrigins(pattern);
  }

  /** Stores a declared file of an upload. A repeat changes nothing, so a client can send what is still missing. */
  async takeFile(uploadId: string, sha256: string, request: IncomingMessage, requestId: string): Promise<void> {
    const upload = await this.uploads.find(uploadId);
    const declared = upload.files.filter(({ hash }) => hash === sha256);
    const [file] = declared;
    if (!file) throw new ServiceError('UPLOAD_NOT_FOUND');
    const mismatch = fileError('FILE_MISMATCH', file.path);
    const bounds = { accountId: upload.accountId, maxBytes: file.bytes, tooLarge: mismatch };
    const paths = declared.map(({ path }) => path);
    await this.bodies.during(request, bounds, async (received) => {
      if (received.bytes.length !== file.bytes || received.hash.toString('hex') !== sha256) throw mismatch;
      await this.keep(paths, received, contextOf(upload, requestId));
    });
  }

  /** Stores a file that is at these paths. Documents, style sheets and scripts are checked; Markdown is rendered. */
  async keep(paths: readonly string[], { hash, bytes }: ReceivedBytes, context: RequestContext): Promise<void> {
    const kinds = new Set(paths.map(checkedKindOf));
    const kind = (['stylesheet', 'document', 'script'] as const).find((each) => kinds.has(each));
    await this.store.put(hash, bytes, kind, context);
    if (paths.some((path) => formatOfName(path) === 'markdown')) await this.markdown.renderSent(hash, bytes, context);
  }

  async describe(uploadId: string): Promise<UploadAnswer['upload']> {
    const upload = await this.uploads.find(uploadId);
    const { id, files, report, expiresAt } = upload;
    const sent = await this.store.sentBy(upload.accountId, hashesOf(files));
    const missing = [...new Set(files.map(({ hash }) => hash).filter((hash) => !sent.has(hash)))];
    const state = stateOf(upload, missing);
    const preview = state === 'ready' && this.ownOrigins ? await openPreview(this.dataSource, id) : undefined;
    return {
      id,
      state,
      expires_at: expiresAt.toISOString(),
      files: files.map(({ path, bytes, hash }) => ({ path, bytes, sha256: hash })),
      missing,
      ...(report ? { report } : {}),
      ...(preview ? { preview_url: this.ownOrigins?.previewOriginOf(preview.name) } : {}),
    };
  }
}

function stateOf({ archiveBytes, archiveHash, report }: Upload, missing: readonly string[]) {
  if (report?.error) return 'failed';
  if (archiveBytes === null || report) return missing.length > 0 ? 'receiving' : 'ready';
  return archiveHash ? 'unpacking' : 'receiving';
}

/** The queue of checks is fair by account, so the context names the account of the upload. */
export function contextOf({ accountId }: Pick<Upload, 'accountId'>, requestId: string): RequestContext {
  return { requestId, caller: { role: 'authenticated', accountId, sessionId: accountId, isAnonymous: true } };
}
