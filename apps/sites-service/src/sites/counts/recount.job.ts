import { ScheduledJob } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Setting } from '../../settings.js';
import { recountAccountStorage } from '../quotas/account-storage.js';
import { recountActiveSites } from './active-site-total.js';

@Injectable()
export class Recount extends ScheduledJob {
  readonly everyMs: number;
  readonly sliceMs = 60_000;

  constructor(
    private readonly dataSource: DataSource,
    @Setting('RECONCILE_SECONDS') seconds: number,
  ) {
    super();
    this.everyMs = seconds * 1_000;
  }

  async run(): Promise<{ corrected: number }> {
    await recountActiveSites(this.dataSource);
    return { corrected: await recountAccountStorage(this.dataSource) };
  }
}
