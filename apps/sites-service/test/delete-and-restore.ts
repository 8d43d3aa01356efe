import { defaultPublishLimits, defaultSitePolicy, type PublishLimits } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { StorageQuotas } from '../src/sites/quotas/storage-quotas.js';
import { RecheckEndedPages } from '../src/sites/checks/recheck-ended-pages.js';
import { EndedSites } from '../src/ownership/ended-sites.js';
import { DeleteSites } from '../src/data-api/delete-sites.js';
import { SitePolicies } from '../src/sites/site-policies.js';
import type { SitesUnderTest } from './sites-under-test.js';

/** Deletes and restores like the service, in this process. */
export function deleteAndRestore(
  { dataSource, changes, checker, renderer }: SitesUnderTest,
  limits: Partial<PublishLimits> = {},
): { deletion: DeleteSites; restoring: EndedSites } {
  const quotas = new StorageQuotas({ ...defaultPublishLimits, ...limits }, dataSource, 0);
  const policies = new SitePolicies(defaultSitePolicy);
  return {
    deletion: new DeleteSites(dataSource, policies, changes, quotas),
    restoring: new EndedSites(
      dataSource,
      new Outbox(),
      policies,
      quotas,
      changes,
      new RecheckEndedPages(dataSource, checker, renderer),
    ),
  };
}
