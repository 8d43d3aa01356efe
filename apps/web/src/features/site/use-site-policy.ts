import type { SiteAction } from '@haru/contracts';
import type { Account } from '../../session/account.js';
import { useAccount } from '../../session/session-slice.js';
import { useAppConfig } from '../../api/api.js';

/** The contracts' table would bring zod into the first view. */
const forRegistered: ReadonlySet<SiteAction> = new Set(['customPath', 'changePath', 'extendFar', 'makePermanent']);

export function useIsAllowed(action: SiteAction): boolean {
  const { kind } = useAccount();
  return useIsAllowedAs(kind, action);
}

/** The same for a page that is being published: publishing makes a visitor a temporary account. */
export function useIsAllowedWhenPublishing(action: SiteAction): boolean {
  const { kind } = useAccount();
  return useIsAllowedAs(kind === 'visitor' || kind === 'unknown' ? 'temporary' : kind, action);
}

function useIsAllowedAs(kind: Account['kind'], action: SiteAction): boolean {
  return useAppConfig((config) => {
    if (kind !== 'temporary' && kind !== 'registered') return false;
    return config?.sitePolicy?.[action].includes(kind) ?? (kind === 'registered' || !forRegistered.has(action));
  });
}
