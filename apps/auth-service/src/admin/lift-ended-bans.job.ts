import { contextOfJob, Outbox, ScheduledJob } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { liftEndedBans } from './bans.js';

@Injectable()
export class LiftEndedBans extends ScheduledJob {
  readonly everyMs = 15_000;
  readonly sliceMs = 15_000;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async run(): Promise<{ lifted: number }> {
    return { lifted: await liftEndedBans(this.dataSource, this.outbox, contextOfJob()) };
  }
}
