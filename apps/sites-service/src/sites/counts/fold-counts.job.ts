import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { foldAccountStorage, totalStorage } from '../quotas/account-storage.js';
import { foldActiveSites } from './site-numbers.js';

@Every({ seconds: 15, sliceSeconds: 15 })
export class FoldCounts implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<{ storedBytes: number }> {
    await foldActiveSites(this.dataSource);
    await foldAccountStorage(this.dataSource);
    return { storedBytes: await totalStorage(this.dataSource) };
  }
}
