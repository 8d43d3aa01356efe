import type { IncomingMessage } from 'node:http';
import {
  errorText,
  productErrors,
  type PublishLimits,
  ServiceError,
  type TreeFile,
  type UnpackReport,
} from '@haru/contracts';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Setting } from '../settings.js';
import { FileStore } from '../trees/file-store.js';
import { mediaTypeOf } from '../trees/media-type.js';
import { type ClaimedUpload, Uploads } from '../trees/uploads.js';
import { contextOf, FileUploads } from './file-uploads.js';
import { BodyReceiver } from './received-bytes.js';
import { type UnpackOutcome, unpackArchive, UnpackFailed } from './archives/unpack-archive.js';

/** Each poll finds archives that another process left when it ended. */
const POLL_MS = 5_000;
/** An archive that takes longer continues when the other accounts have had their turns. */
const TURN_MS = 2_000;
/** A report lists at most this many names of each kind. */
const MAX_NAMES = 100;

class TurnEnded extends Error {}

/** Stores archives, and unpacks one at a time. */
@Injectable()
export class ArchiveUploads implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ArchiveUploads.name);
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  /** Uploads whose turn has ended, with the paths that are kept already. */
  private readonly paused = new Map<string, Set<string>>();

  constructor(
    private readonly uploads: Uploads,
    private readonly store: FileStore,
    private readonly bodies: BodyReceiver,
    private readonly files: FileUploads,
    @Setting('PUBLISH_LIMITS') private readonly limits: PublishLimits,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.startUnpacking(), POLL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopped = true;
    await this.working;
    // Another process continues soon.
    for (const id of this.paused.keys()) await this.uploads.retryArchive({ id });
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
      const upload = await this.uploads.claimArchive([...this.paused.keys()]);
      if (!upload) return this.paused.clear();
      await this.unpack(upload).catch(async (error: unknown) => {
        if (error instanceof TurnEnded) return;
        await this.uploads.retryArchive(upload);
        throw error;
      });
    }
  }

  private async unpack(upload: ClaimedUpload): Promise<void> {
    const files: TreeFile[] = [];
    const kept = this.paused.get(upload.id) ?? new Set();
    this.paused.delete(upload.id);
    const context = contextOf(upload, randomUUID());
    const archive = await this.store.read(upload.archiveHash);
    let endsAt: number | undefined;
    const outcome = await unpackArchive(archive, this.limits, async ({ path, hash, bytes }) => {
      files.push({ path, hash, type: mediaTypeOf(path), bytes: bytes.length });
      if (kept.has(path)) return;
      endsAt ??= performance.now() + TURN_MS;
      await this.files.keep([path], { hash: Buffer.from(hash, 'hex'), bytes: Buffer.from(bytes) }, context);
      kept.add(path);
      if (performance.now() < endsAt) return;
      this.paused.set(upload.id, kept);
      throw new TurnEnded();
    }).catch((error: unknown): UnpackOutcome => {
      if (!(error instanceof UnpackFailed)) throw error;
      this.logger.warn({ err: error, uploadId: upload.id }, 'an archive is refused, because unpacking it failed');
      const code = 'ARCHIVE_INVALID';
      return { kind: 'error', error: { code, error: errorText(productErrors[code]) } };
    });
    await this.uploads.setReport(upload, outcome.kind === 'end' ? files : [], reportOf(outcome, files.length));
  }
}

function reportOf(outcome: UnpackOutcome, taken: number): UnpackReport {
  if (outcome.kind === 'error') return { taken: 0, renamed: [], left_out: [], error: outcome.error };
  const { renamed, leftOut } = outcome;
  return { taken, renamed: renamed.slice(0, MAX_NAMES), left_out: leftOut.slice(0, MAX_NAMES) };
}
