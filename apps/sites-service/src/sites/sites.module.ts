import type { PageRuleSettings } from '@haru/contracts';
import { CheckPool, PageChecker } from '@haru/page-check';
import { Global, Logger, Module, type Provider } from '@nestjs/common';
import { PasswordHashes } from '@haru/service-kit/passwords';
import { AccessKeys } from './access-keys.js';
import { AccountTurns } from './account-turns.js';
import { BannedContentIndex } from './checks/banned-content-index.js';
import { RecheckEndedPages } from './checks/recheck-ended-pages.js';
import { CheckCounts } from './counts/check-counts.js';
import { CountActiveSites } from './counts/site-numbers.js';
import { OwnOriginRule } from './own-origin-rule.js';
import { PagePasswords } from './page-passwords.js';
import { PageRenderer } from './page-renderer.js';
import { ReservedPaths } from './paths/reserved-paths.js';
import { StorageQuotas } from './quotas/storage-quotas.js';
import { SiteCacheInvalidator } from './site-cache-invalidator.js';
import { SitePolicies } from './site-policies.js';
import { SitesMessageController } from './sites.message-controller.js';

const inEveryProcess: Provider[] = [SiteCacheInvalidator, BannedContentIndex, OwnOriginRule, PageRenderer];

/** They check documents, and count the results. */
export const pageCheckProviders: Provider[] = [
  CheckCounts,
  {
    provide: CheckPool,
    inject: ['PAGE_RULES'],
    useFactory: (rules: PageRuleSettings) => CheckPool.start(new Logger('CheckPool'), rules),
  },
  {
    provide: PageChecker,
    inject: [CheckPool, BannedContentIndex, CheckCounts, 'PAGE_RULES'],
    useFactory: ({ check }: CheckPool, known: BannedContentIndex, counts: CheckCounts, { version }: PageRuleSettings) =>
      new PageChecker(check, new Logger('PageChecker'), {
        version,
        known,
        isAccepted: (source) => known.isAccepted(source),
        count: (outcome) => counts.add(outcome),
      }),
  },
];

const shared: Provider[] = [
  ...inEveryProcess,
  ...pageCheckProviders,
  AccessKeys,
  AccountTurns,
  PagePasswords,
  RecheckEndedPages,
  ReservedPaths,
  SitePolicies,
  StorageQuotas,
];

@Global()
@Module({
  controllers: [SitesMessageController],
  providers: [...shared, { provide: PasswordHashes, useFactory: () => new PasswordHashes() }, CountActiveSites],
  exports: shared,
})
export class SitesModule {}

@Global()
@Module({ providers: inEveryProcess, exports: inEveryProcess })
export class SitesWorkerModule {}
