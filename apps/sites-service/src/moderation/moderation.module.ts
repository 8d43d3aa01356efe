import type { PageRuleSettings } from '@haru/contracts';
import { PageThread } from '@haru/page-check';
import { Logger, Module } from '@nestjs/common';
import { BanContents } from './ban-contents.js';
import { CaseAdminMessageController } from './cases/admin/case-admin.message-controller.js';
import { ReadCaseDetail } from './cases/admin/case-detail.js';
import { CasesMessageController } from './cases/cases.message-controller.js';
import { OwnCase } from './cases/own-case.js';
import { ReadCases } from './cases/read-cases.js';
import { ConflictOfInterest } from './cases/steps/conflict-of-interest.js';
import { Decisions } from './decisions.js';
import { ModerationMessageController } from './moderation.message-controller.js';
import { PageStops } from './page-stops.js';
import { PageRechecker } from './rechecks/page-rechecker.js';

/** It is in milliseconds of processor time. Rechecks have more of it than publishing. */
const RECHECK_BUDGET_MS = 1_000;

@Module({
  controllers: [ModerationMessageController, CasesMessageController, CaseAdminMessageController],
  providers: [...[PageStops, Decisions, BanContents], ...[ReadCases, OwnCase, ReadCaseDetail, ConflictOfInterest]],
})
export class ModerationModule {}

@Module({
  providers: [
    // The thread runs only while there is a page to check.
    {
      provide: PageThread,
      inject: ['PAGE_RULES'],
      useFactory: (rules: PageRuleSettings) =>
        PageThread.start(new Logger('PageThread'), { rules, budgetMs: RECHECK_BUDGET_MS }),
    },
    PageRechecker,
    PageStops,
  ],
  exports: [PageRechecker, PageStops],
})
export class ModerationWorkerModule {}
