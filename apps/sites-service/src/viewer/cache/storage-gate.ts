import { Injectable, Logger, Optional } from '@nestjs/common';
import { DamagedArtifact } from '../../storage/html-storage/artifact.js';
import { withTimeout } from '../../sites/storage-timeout.js';

/** Storage slower than this counts as not available. */
const STORAGE_TIMEOUT_MS = 1_000;
/** While the database is not available only storage has the page, so that a busy machine gets more time. */
export const SOLE_SOURCE_TIMEOUT_MS = 4_000;
/** After a failure storage is not asked for this long. */
const STORAGE_RETRY_MS = 2_000;

/** This is a circuit breaker for reads from storage: visitors do not wait for a storage that is not available. */
@Injectable()
export class StorageGate {
  private readonly logger = new Logger(StorageGate.name);
  private fails = false;
  private retryAt = 0;

  constructor(@Optional() private readonly clock: () => number = () => performance.now()) {}

  /**
   * @returns undefined also while storage is not available
   * @throws DamagedArtifact as `work` does; storage has answered then
   */
  async read<T>(
    work: (signal: AbortSignal) => Promise<T | undefined>,
    timeoutMs = STORAGE_TIMEOUT_MS,
  ): Promise<T | undefined> {
    if (this.clock() < this.retryAt) return undefined;
    // After a failure one request tries storage again. Until it has an answer the others continue without.
    if (this.fails) this.retryAt = this.clock() + timeoutMs;
    try {
      const found = await withTimeout(timeoutMs, work);
      this.answered();
      return found;
    } catch (error) {
      if (error instanceof DamagedArtifact) {
        this.answered();
        throw error;
      }
      this.fails = true;
      this.retryAt = this.clock() + STORAGE_RETRY_MS;
      this.logger.warn({ err: error }, 'storage failed, doing without it');
      return undefined;
    }
  }

  private answered(): void {
    this.fails = false;
    this.retryAt = 0;
  }
}
