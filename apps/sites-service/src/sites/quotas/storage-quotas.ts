import { type AccountCaller, type Caller, type PublishLimits, ServiceError } from '@haru/contracts';
import { Sampled } from '@haru/service-runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource, type EntityManager } from 'typeorm';
import { lockedLiveBytes } from './account-storage.js';
import { Setting } from '../../settings.js';

/** The total is updated about every 15 s. */
const CACHED_MS = 5_000;

const stored = Sampled.gauge('haru_storage_bytes', 'HTML of all stored pages, expired and stopped ones included');
const softLimit = Sampled.gauge(
  'haru_storage_soft_limit_bytes',
  'From so many haru_storage_bytes on only registered accounts may publish; 0 when there is no limit',
);

/** Bounds the bytes of an account's pages, and those of all pages together. */
@Injectable()
export class StorageQuotas {
  private readonly known: LRUCache<'bytes', number>;

  constructor(
    @Setting('PUBLISH_LIMITS')
    private readonly limits: Pick<PublishLimits, 'temporaryLiveBytes' | 'registeredLiveBytes'>,
    dataSource: DataSource,
    @Setting('STORAGE_SOFT_LIMIT_BYTES') private readonly softLimitBytes: number,
  ) {
    this.known = new LRUCache({ max: 1, ttl: CACHED_MS, fetchMethod: () => storedBytes(dataSource) });
  }

  /** Stops temporary accounts from publishing while little space is left; registered accounts may continue. */
  async requireSpace({ isAnonymous }: AccountCaller): Promise<void> {
    if (!isAnonymous || this.softLimitBytes === 0) return;
    if ((await this.known.forceFetch('bytes')) >= this.softLimitBytes) throw new ServiceError('STORAGE_FULL');
  }

  maxLiveBytesOf({ isAnonymous }: AccountCaller): number {
    return isAnonymous ? this.limits.temporaryLiveBytes : this.limits.registeredLiveBytes;
  }

  /** Deleted pages that can be restored may have as many bytes again. */
  maxDeletedBytesOf(caller: Caller): number {
    return caller.role === 'authenticated' ? this.maxLiveBytesOf(caller) : this.limits.registeredLiveBytes;
  }

  /** Checks the quota for pages that this transaction makes live again. */
  async requireBytes(manager: EntityManager, caller: AccountCaller, bytes: number): Promise<void> {
    const live = await lockedLiveBytes(manager, caller.accountId);
    if (live + bytes > this.maxLiveBytesOf(caller)) throw new ServiceError('STORAGE_QUOTA_EXCEEDED');
  }
}

export function measureStorage(dataSource: DataSource, softLimitBytes: number): void {
  stored.from(() => storedBytes(dataSource));
  softLimit.from(() => softLimitBytes);
}

async function storedBytes(dataSource: DataSource): Promise<number> {
  const [total] = await dataSource.query<{ bytes: string }[]>('SELECT stored_bytes AS bytes FROM storage_total');
  return Number(total?.bytes ?? 0);
}
