import { TICKET_HEADER, type CreateUploadAnswer, type DeclaredFile } from '@haru/contracts';
import type { uploadCalls } from '../../../api/sites/uploads.js';
import {
  CallError,
  callErrorWith,
  callFailureOf,
  failureOfThrown,
  type CallFailure,
  loadErrorTexts,
  failureText,
  fileNameIn,
} from '../../../http/failure.js';
import { sendBytes } from '../../../http/send-bytes.js';
import { blobOf, hashOf, totalBytes, type PageFile } from '../page-file.js';
import { UPLOAD_PAUSED } from './upload-paused.js';

export type UploadCalls = ReturnType<typeof uploadCalls>;

export interface UploadProgress {
  phase: 'preparing' | 'sending' | 'sent' | 'paused' | 'failed';
  /** These count only what the server did not have. */
  sentBytes: number;
  bytes: number;
  sentFiles: number;
  files: number;
  failure?: CallFailure;
  sent?: SentUpload;
}

export interface SentUpload {
  id: string;
  previewUrl: string | undefined;
}

const CONCURRENCY = 4;
/** A file is sent again after a broken connection or while the server is busy. */
const TRIES = 3;
const FIRST_PAUSE_MS = 1_000;

export const noProgress: UploadProgress = { phase: 'preparing', sentBytes: 0, bytes: 0, sentFiles: 0, files: 0 };

/** Sends the files of a page. What was sent stays on the server, so every start continues with what is missing. */
export class FileUpload {
  private stop = new AbortController();
  private running: Promise<SentUpload> | undefined;
  private progress = noProgress;

  constructor(
    private readonly files: readonly PageFile[],
    private readonly calls: UploadCalls,
    private readonly onProgress: (progress: UploadProgress) => void,
  ) {}

  /** Starts or continues. @throws CallError, with UPLOAD_PAUSED after `pause` */
  send(): Promise<SentUpload> {
    if (!this.running) {
      this.stop = new AbortController();
      this.running = this.run(this.stop.signal);
    }
    return this.running;
  }

  pause(): void {
    this.stop.abort();
  }

  private async run(signal: AbortSignal): Promise<SentUpload> {
    try {
      this.report(noProgress);
      const hashed: (DeclaredFile & { file: PageFile })[] = [];
      for (const file of this.files) {
        hashed.push({ path: file.path, bytes: file.bytes, sha256: await hashOf(file), file });
      }
      if (signal.aborted) throw callErrorWith(UPLOAD_PAUSED);
      const upload = await this.calls.begin(hashed.map(({ file: _file, ...declared }) => declared));
      const byHash = new Map(hashed.map(({ sha256, file }) => [sha256, file]));
      await this.sendMissing(upload, byHash, signal);
      const { preview_url: previewUrl } = await this.calls.status(upload);
      const sent = { id: upload.upload_id, previewUrl };
      this.report({ ...this.progress, phase: 'sent', sent });
      return sent;
    } catch (error) {
      const isPaused = signal.aborted;
      // The other files in flight would be counted by the next start.
      this.stop.abort();
      const failed = isPaused ? callErrorWith(UPLOAD_PAUSED) : new CallError(await failureOf(error));
      this.running = undefined;
      this.report({
        ...this.progress,
        ...(isPaused ? { phase: 'paused' } : { phase: 'failed', failure: failed.failure }),
      });
      throw failed;
    }
  }

  private async sendMissing(
    { missing, ...upload }: CreateUploadAnswer,
    files: ReadonlyMap<string, PageFile>,
    signal: AbortSignal,
  ): Promise<void> {
    const found = missing.flatMap((sha256) => {
      const file = files.get(sha256);
      return file ? [{ sha256, file }] : [];
    });
    const bytes = totalBytes(found.map(({ file }) => file));
    this.report({ ...this.progress, phase: 'sending', files: found.length, bytes });
    const waiting = found.values();
    const sendNext = async () => {
      for (const { sha256, file } of waiting) await this.sendFile(upload, sha256, await blobOf(file), signal);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendNext));
  }

  private async sendFile(
    { upload_id: id, ticket }: Pick<CreateUploadAnswer, 'upload_id' | 'ticket'>,
    sha256: string,
    body: Blob,
    signal: AbortSignal,
  ): Promise<void> {
    let counted = 0;
    const count = (bytes: number) => {
      this.report({ ...this.progress, sentBytes: this.progress.sentBytes + bytes - counted });
      counted = bytes;
    };
    for (let tries = 1; ; tries++) {
      const result = await sendBytes({
        path: `/functions/v1/uploads/${id}/${sha256}`,
        headers: { [TICKET_HEADER]: ticket },
        body,
        signal,
        onProgress: count,
      });
      if (result.success) break;
      count(0);
      if (signal.aborted || tries === TRIES || !isTemporary(result)) throw new CallError(result);
      await pause(result, tries, signal);
    }
    count(body.size);
    this.report({ ...this.progress, sentFiles: this.progress.sentFiles + 1 });
  }

  private report(progress: UploadProgress): void {
    this.progress = progress;
    this.onProgress(progress);
  }
}

function isTemporary({ code, status }: CallFailure): boolean {
  return code === 'NETWORK_ERROR' || status === 503 || status === 408;
}

/** Waits as long as the server says, or longer after each try. */
async function pause({ retryAfterSeconds }: CallFailure, tries: number, signal: AbortSignal): Promise<void> {
  const ms = retryAfterSeconds === undefined ? FIRST_PAUSE_MS * 2 ** (tries - 1) : retryAfterSeconds * 1_000;
  await new Promise((resolve) => {
    window.setTimeout(resolve, ms);
    signal.addEventListener('abort', resolve);
  });
}

async function failureOf(error: unknown): Promise<CallFailure> {
  const failure = callFailureOf(error);
  if (failure) return failure;
  console.warn('a file was not read', error);
  await loadErrorTexts();
  return { ...failureOfThrown(error), code: 'FILE_UNREADABLE' };
}

export const fileFailureText = (failure: CallFailure): string => fileNameIn(failure) + failureText(failure);
