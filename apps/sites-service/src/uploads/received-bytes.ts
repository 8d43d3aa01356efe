import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { Setting } from '../settings.js';

/** One account may use at most this share of the memory for bodies. */
const ACCOUNT_SHARE = 1 / 4;
/** At least 80 KiB of a body must arrive every 10 s: 8 KiB a second. A slow mobile line sends twice as much. */
const WINDOW_MS = 10_000;
const MIN_BYTES_PER_WINDOW = 80 * 1024;

export interface ReceivedBytes {
  bytes: Buffer;
  hash: Buffer;
}

/** A longer body is refused with `tooLarge`. */
interface Bounds {
  accountId: string;
  maxBytes: number;
  tooLarge: ServiceError;
}

/** Receives bodies into memory, up to a limit for all bodies in flight and one for each account. */
@Injectable()
export class BodyReceiver {
  private readonly heldBy = new Map<string, number>();
  private held = 0;

  constructor(@Setting('UPLOADS_MAX_BODY_BYTES') private readonly maxBytes: number) {}

  /**
   * Receives a body and calls `work` with it. The memory of the body counts as used until `work` ends.
   * @throws ServiceError FILE_TOO_SLOW, SERVICE_BUSY
   */
  async during<Result>(
    request: IncomingMessage,
    bounds: Bounds,
    work: (received: ReceivedBytes) => Promise<Result>,
  ): Promise<Result> {
    const taken = { bytes: 0 };
    try {
      return await work(await this.receive(request, bounds, taken));
    } finally {
      this.change(bounds.accountId, -taken.bytes);
    }
  }

  private async receive(request: IncomingMessage, { accountId, maxBytes, tooLarge }: Bounds, taken: { bytes: number }) {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
    const [chunks, hash] = [[] as Buffer[], createHash('sha256')];
    const watch = watchRate(request, taken);
    try {
      // The connection stays open for the answer when the body is refused.
      const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      for await (const chunk of body) {
        if (taken.bytes + chunk.length > maxBytes) throw tooLarge;
        this.requireMemory(accountId, chunk.length);
        taken.bytes += chunk.length;
        this.change(accountId, chunk.length);
        chunks.push(chunk);
        hash.update(chunk);
      }
    } catch (error) {
      throw watch.isTooSlow ? new ServiceError('FILE_TOO_SLOW') : error;
    } finally {
      watch.end();
    }
    return { bytes: Buffer.concat(chunks), hash: hash.digest() };
  }

  private requireMemory(accountId: string, bytes: number): void {
    const ofAccount = (this.heldBy.get(accountId) ?? 0) + bytes;
    if (this.held + bytes <= this.maxBytes && ofAccount <= this.maxBytes * ACCOUNT_SHARE) return;
    throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: 1 });
  }

  private change(accountId: string, bytes: number): void {
    this.held += bytes;
    const ofAccount = (this.heldBy.get(accountId) ?? 0) + bytes;
    if (ofAccount === 0) this.heldBy.delete(accountId);
    else this.heldBy.set(accountId, ofAccount);
  }
}

/** Destroys a request whose body arrives too slowly, or stops arriving while it keeps its memory. */
function watchRate(request: IncomingMessage, taken: { bytes: number }): { isTooSlow: boolean; end: () => void } {
  const watch = { isTooSlow: false, end: () => clearInterval(timer) };
  let before = 0;
  const timer = setInterval(() => {
    watch.isTooSlow = taken.bytes - before < MIN_BYTES_PER_WINDOW;
    before = taken.bytes;
    if (watch.isTooSlow) request.destroy();
  }, WINDOW_MS).unref();
  return watch;
}
