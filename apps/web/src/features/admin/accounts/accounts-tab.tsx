import type { AccountOverview } from '@haru/contracts';
import { useState } from 'react';
import { useSearchAccountsInfiniteQuery } from '../../../api/admin-accounts.js';
import { Button } from '../../../components/buttons/button.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { AccountDialog, nameOf, type AccountAction } from './account-dialog.js';
import { useAdminAccount } from '../admin-account.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { PagedList } from '../paged-list.js';
import { SearchField } from '../search-field.js';

const text = adminTexts.accounts;

interface AccountsTabProps {
  text: string;
  /** Bans and roles are for admins; moderators look. */
  isAdmin: boolean;
  onSearch: (text: string) => void;
  onSites: (accountId: string) => void;
}

interface Asked {
  account: AccountOverview;
  action: AccountAction;
}

export function AccountsTab({ text: search, isAdmin, onSearch, onSites }: AccountsTabProps) {
  const [asked, setAsked] = useState<Asked>();
  const query = useSearchAccountsInfiniteQuery({ account: useAdminAccount(), search });
  return (
    <>
      <SearchField label={text.search} onSearch={onSearch} placeholder={text.placeholder} text={search} />
      <PagedList itemsOf={({ accounts }) => accounts} keyOf={({ id }) => id} label={text.label} query={query}>
        {(account) => (
          <>
            <AccountFacts account={account} />
            <div className={styles['actions']}>
              <Button onClick={() => onSites(account.id)} size="sm" variant="ghost">
                {text.showSites}
              </Button>
              {isAdmin &&
                actionsOf(account).map((action) => (
                  <Button key={action} onClick={() => setAsked({ account, action })} size="sm">
                    {text.actions[action].submit}
                  </Button>
                ))}
            </div>
          </>
        )}
      </PagedList>
      {asked && <AccountDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function AccountFacts({ account }: { account: AccountOverview }) {
  const { ban, role, sites } = account;
  return (
    <div className={styles['main']}>
      <p className={styles['name']}>
        {nameOf(account)}
        {role !== null && <Badge tone="good">{text.roles[role]}</Badge>}
        {ban && <Badge tone="bad">{text.banned}</Badge>}
      </p>
      <p className={styles['code']}>{account.id}</p>
      <p className={styles['meta']}>
        <span>
          {text.created} {formatDateTime(new Date(account.created_at))}
        </span>
        <span>{text.sites(formatCount(sites.live), formatCount(sites.all))}</span>
      </p>
      {typeof ban?.reason === 'string' && (
        <p className={styles['why']}>
          {text.bannedBecause}
          {ban.reason}
        </p>
      )}
    </div>
  );
}

const actionsOf = ({ ban, is_anonymous: isTemporary }: AccountOverview): AccountAction[] => [
  ...(isTemporary ? [] : (['role'] as const)),
  ban ? 'unban' : 'ban',
];
