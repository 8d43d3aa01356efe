import type { SiteAction } from '@haru/contracts';
import { useAccount } from '../../session/session-slice.js';
import { useGetAppConfigQuery } from '../../api/api.js';

/** What, by the contracts' own table, only registered accounts may do. The table itself would bring zod along. */
const forRegistered: ReadonlySet<SiteAction> = new Set(['customPath', 'changePath', 'extendFar', 'makePermanent']);

/** Whether the signed-in account may do this; the operator's table counts, and the server has the last word. */
export function useMay(action: SiteAction): boolean {
  const account = useAccount();
  const policy = useGetAppConfigQuery().data?.sitePolicy;
  if (account.kind !== 'temporary' && account.kind !== 'registered') return false;
  return policy ? policy[action].includes(account.kind) : account.kind === 'registered' || !forRegistered.has(action);
}
