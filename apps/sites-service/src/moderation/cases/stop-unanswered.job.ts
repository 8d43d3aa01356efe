import type { RequestContext } from '@haru/contracts';
import { contextOfJob, Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { PageStops } from '../page-stops.js';
import { addStep } from './steps/move-case.js';
import { stoppedChange, unlessDeleted } from './steps/stopped-case.js';
import { Case } from '../../tables/cases/case.entity.js';

const NO_ANSWER = '期限までに照会への回答がなかったため、ページを停止しました。';
const PAGE_IS_GONE = 'ページが削除されたため、通報への対応を終了しました。';

/** Stops pages whose owners were asked and have not answered in time. May run concurrently. */
@Every({ seconds: 60, sliceSeconds: 60 })
export class StopUnanswered implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stops: PageStops,
  ) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ cases: number }> {
    const context = contextOfJob();
    for (let cases = 0; ; cases++) {
      const path = stop?.aborted ? undefined : await this.stopNext(now, context);
      if (path === undefined) return { cases };
      await this.stops.announce(path);
    }
  }

  private stopNext(now: Date, context: RequestContext): Promise<string | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const abuseCase = await manager
        .createQueryBuilder(Case, 'abuseCase')
        .where(`abuseCase.state = 'inquiry' AND abuseCase.dueAt <= :now`, { now })
        .orderBy('abuseCase.dueAt')
        .limit(1)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getOne();
      if (!abuseCase) return undefined;
      const stop = { siteId: abuseCase.siteId, reason: NO_ANSWER, byClock: true };
      const isStopped = await unlessDeleted(this.stops.stop(manager, stop, context));
      const change = isStopped
        ? stoppedChange(now, abuseCase, context)
        : { state: 'dismissed' as const, dueAt: null, decidedAt: now, closedAt: now };
      const reason = isStopped ? NO_ANSWER : PAGE_IS_GONE;
      await addStep(manager, abuseCase, { actor: 'system', reason, change }, context);
      return abuseCase.path;
    });
  }
}
