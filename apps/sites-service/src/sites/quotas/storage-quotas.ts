import { Injectable } from '@nestjs/common';
import { type AccountCaller, type Caller, type PublishLimits, ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { lockedLiveBytes } from './account-storage.js';
import { Setting } from '../../settings.js';

@Injectable()
export class StorageQuotas {
  constructor(
    @Setting('PUBLISH_LIMITS')
    private readonly limits: Pick<PublishLimits, 'temporaryLiveBytes' | 'registeredLiveBytes'>,
  ) {}

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
