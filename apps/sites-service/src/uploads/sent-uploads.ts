import type { IncomingMessage } from 'node:http';
import {
  fileError,
  formatOfName,
  OwnOrigins,
  type RequestContext,
  ServiceError,
  type UploadAnswer,
  errorText,
  productErrors,
  type PublishLimits,
  type TreeFile,
  type UnpackReport,
} from '@haru/contracts';
import { Injectable, Optional, type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Setting } from '../settings.js';
import { FileStore, hashesOf } from '../trees/file-store.js';
import { MarkdownFiles } from '../trees/markdown-files.js';
import { checkedKindOf, mediaTypeOf } from '../trees/media-type.js';
import { openPreview } from '../trees/previews.js';
import { type Upload, Uploads, type ClaimedUpload } from '../trees/uploads.js';
import { BodyReceiver, type ReceivedBytes, requireDeclared } from './received-bytes.js';
import { randomUUID } from 'node:crypto';
import { type UnpackOutcome, unpackArchive, UnpackFailed } from './archives/unpack-archive.js';

/** Each poll finds archives that another process left when it ended. */
const POLL_MS = 5_000;
/** A report lists at most this many names of each kind. */
const MAX_NAMES = 100;

/** Stores the files and archives of uploads, and unpacks one archive at a time. */
@Injectable()
export class SentUploads implements BeforeApplicationShutdown {
  private readonly logger = new Logger(SentUploads.name);
  private readonly ownOrigins: OwnOrigins | undefined;
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly bodies: BodyReceiver,
    private readonly markdown: MarkdownFiles,
    @Setting('PUBLISH_LIMITS') private readonly limits: PublishLimits,
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
    const bounds = {
      accountId: upload.accountId,
      maxBytes: file.bytes,
      tooLarge: fileError('FILE_MISMATCH', file.path),
    };
    await this.bodies.during(request, bounds, async (received) => {
      requireDeclared(received, file);
      await this.keep(
        declared.map(({ path }) => path),
        received,
        contextOf(upload, requestId),
      );
    });
  }

  /** Stores a file that is at these paths. Documents, style sheets and scripts are checked; Markdown is rendered. */
  private async keep(paths: readonly string[], { hash, bytes }: ReceivedBytes, context: RequestContext): Promise<void> {
    const kinds = new Set(paths.map(checkedKindOf));
    const kind = (['stylesheet', 'document', 'script'] as const).find((each) => kinds.has(each));
    await this.store.put(hash, bytes, kind, context);
    if (paths.some((path) => formatOfName(path) === 'markdown')) await this.markdown.renderSent(hash, bytes, context);
  }

  start(): void {
    this.timer = setInterval(() => this.startUnpacking(), POLL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopped = true;
    await this.working;
  }

  /**
   * Stores the archive of an upload and starts to unpack it. It may be shorter than declared: `curl -F` declares the size
   * of the form. A repeat changes nothing.
   */
  async takeArchive(uploadId: string, request: IncomingMessage, requestId: string): Promise<void> {
    const upload = await this.uploads.find(uploadId);
    const { accountId, archiveBytes, archiveHash } = upload;
    if (archiveBytes === null) throw new ServiceError('UPLOAD_NOT_FOUND');
    const bounds = { accountId, maxBytes: archiveBytes, tooLarge: new ServiceError('ARCHIVE_TOO_LARGE') };
    await this.bodies.during(request, bounds, async ({ hash, bytes }) => {
      if (archiveHash?.equals(hash)) return;
      if (archiveHash) throw new ServiceError('ARCHIVE_ALREADY_SENT');
      await this.store.put(hash, bytes, undefined, contextOf(upload, requestId));
      await this.uploads.setArchive(uploadId, hash);
    });
    this.startUnpacking();
  }

  private startUnpacking(): void {
    this.working ??= this.unpackAll()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'archives could not be unpacked; the next run tries again'),
      )
      .finally(() => (this.working = undefined));
  }

  private async unpackAll(): Promise<void> {
    while (!this.isStopped) {
      const upload = await this.uploads.claimArchive();
      if (!upload) return;
      await this.unpack(upload);
    }
  }

  private async unpack(upload: ClaimedUpload): Promise<void> {
    const files: TreeFile[] = [];
    const context = contextOf(upload, randomUUID());
    const archive = await this.store.read(upload.archiveHash);
    const outcome = await unpackArchive(archive, this.limits, async ({ path, hash, bytes }) => {
      await this.keep([path], { hash: Buffer.from(hash, 'hex'), bytes: Buffer.from(bytes) }, context);
      files.push({ path, hash, type: mediaTypeOf(path), bytes: bytes.length });
    }).catch((error: unknown): UnpackOutcome => {
      if (!(error instanceof UnpackFailed)) throw error;
      this.logger.warn({ err: error, uploadId: upload.id }, 'an archive is refused, because unpacking it failed');
      return { kind: 'error', code: 'ARCHIVE_INVALID', message: '', entry: undefined };
    });
    await this.uploads.setReport(upload, outcome.kind === 'end' ? files : [], reportOf(outcome, files.length));
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

function stateOf(
  { archiveBytes, archiveHash, report }: Upload,
  missing: readonly string[],
): UploadAnswer['upload']['state'] {
  if (report?.error) return 'failed';
  if (archiveBytes === null || report) return missing.length > 0 ? 'receiving' : 'ready';
  return archiveHash ? 'unpacking' : 'receiving';
}

/** The queue of checks is fair by account, so the context names the account of the upload. */
function contextOf({ accountId }: Pick<Upload, 'accountId'>, requestId: string): RequestContext {
  return { requestId, caller: { role: 'authenticated', accountId, sessionId: accountId, isAnonymous: true } };
}

function reportOf(outcome: UnpackOutcome, taken: number): UnpackReport {
  if (outcome.kind === 'end') {
    const { renamed, leftOut } = outcome;
    return { taken, renamed: renamed.slice(0, MAX_NAMES), left_out: leftOut.slice(0, MAX_NAMES) };
  }
  const { code, message, entry } = outcome;
  const known = Object.hasOwn(productErrors, code) ? productErrors[code as keyof typeof productErrors] : undefined;
  const text = message || errorText(known ?? productErrors.UNKNOWN_ERROR);
  return {
    taken: 0,
    renamed: [],
    left_out: [],
    error: { code, error: text, ...(entry === undefined ? {} : { entry }) },
  };
}
