import type { SiteAction } from '@haru/contracts';
import type { Account } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { useGetAppConfigQuery } from '../../api/api.js';

/** What, by the contracts' own table, only registered accounts may do. The table itself would bring zod along. */
const forRegistered: ReadonlySet<SiteAction> = new Set(['customPath', 'changePath', 'extendFar', 'makePermanent']);

/** Whether the signed-in account may do this; the operator's table counts, and the server has the last word. */
export function useMay(action: SiteAction): boolean {
  const { kind } = useAccount();
  return useMayAs(kind, action);
}

/** The same for a page that is being published: by that a visitor becomes a temporary account. */
export function useMayWhenPublishing(action: SiteAction): boolean {
  const { kind } = useAccount();
  return useMayAs(kind === 'visitor' || kind === 'unknown' ? 'temporary' : kind, action);
}

function useMayAs(kind: Account['kind'], action: SiteAction): boolean {
  const policy = useGetAppConfigQuery().data?.sitePolicy;
  if (kind !== 'temporary' && kind !== 'registered') return false;
  return policy ? policy[action].includes(kind) : kind === 'registered' || !forRegistered.has(action);
}
