import type { AccountOverview } from '@haru/contracts';
import { useState, type ReactNode } from 'react';
import { useSearchAccountsInfiniteQuery } from '../../../api/admin/admin-accounts.js';
import { Button } from '../../../components/buttons/button.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { AccountDialog, nameOf, type AccountAction } from './account-dialog.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { SearchField } from '../search-field.js';

const text = adminTexts.accounts;

interface AccountsTabProps {
  text: string;
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
          <AccountRow account={account}>
            <Button onClick={() => onSites(account.id)} size="sm" variant="ghost">
              {text.showSites}
            </Button>
            {isAdmin &&
              actionsOf(account).map((action) => (
                <Button key={action} onClick={() => setAsked({ account, action })} size="sm">
                  {text.actions[action].submit}
                </Button>
              ))}
          </AccountRow>
        )}
      </PagedList>
      {asked && <AccountDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function AccountRow({ account, children }: { account: AccountOverview; children: ReactNode }) {
  const { ban, role, sites } = account;
  return (
    <Row actions={children}>
      <RowName>
        {nameOf(account)}
        {role !== null && <Badge tone="good">{text.roles[role]}</Badge>}
        {ban && <Badge tone="bad">{text.banned}</Badge>}
      </RowName>
      <RowCode>{account.id}</RowCode>
      <RowDetails>
        <span>
          {text.created} {formatDateTime(new Date(account.created_at))}
        </span>
        <span>{text.sites(formatCount(sites.live), formatCount(sites.all))}</span>
      </RowDetails>
      {typeof ban?.reason === 'string' && (
        <p className={styles['why']}>
          {text.bannedBecause}
          {ban.reason}
        </p>
      )}
    </Row>
  );
}

const actionsOf = ({ ban, is_anonymous: isTemporary }: AccountOverview): AccountAction[] => [
  ...(isTemporary ? [] : (['role'] as const)),
  ban ? 'unban' : 'ban',
];
