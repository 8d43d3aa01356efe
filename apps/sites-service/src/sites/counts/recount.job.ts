import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { recountAccountStorage } from '../quotas/account-storage.js';
import { recountActiveSites } from './site-numbers.js';

@Every({ seconds: 'RECONCILE_SECONDS', sliceSeconds: 60 })
export class Recount implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<{ corrected: number }> {
    await recountActiveSites(this.dataSource);
    return { corrected: await recountAccountStorage(this.dataSource) };
  }
}
