import { ScheduledJob } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { foldAccountStorage, totalStorage } from '../quotas/account-storage.js';
import { foldActiveSites } from './active-site-total.js';

@Injectable()
export class FoldCounts extends ScheduledJob {
  readonly everyMs = 15_000;
  readonly sliceMs = 15_000;

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async run(): Promise<{ storedBytes: number }> {
    await foldActiveSites(this.dataSource);
    await foldAccountStorage(this.dataSource);
    return { storedBytes: await totalStorage(this.dataSource) };
  }
}
