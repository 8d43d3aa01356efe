import type { AccountOverview, AdminRole } from '@haru/contracts';
import { useState, type ReactNode } from 'react';
import { useSearchAccountsInfiniteQuery, useBanAccountMutation, useSetRoleMutation } from '../../../api/admin.js';
import { Button } from '../../../components/buttons/button.js';
import { Row, RowCode, RowDetails, RowName } from '../../../components/list/row-list.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { useAdminAccount, PagedList } from '../paged-list.js';
import { useAdminTab, useIsAdmin } from '../admin-tab.js';
import styles from '../admin.module.css';
import { Badge } from '../../../components/badge.js';
import { SearchField } from '../search-field.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { useNotices } from '../../../components/notices/notices.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const text = adminTexts.accounts;

interface Asked {
  account: AccountOverview;
  action: AccountAction;
}

export function AccountsTab() {
  const { search, show } = useAdminTab();
  const isAdmin = useIsAdmin();
  const [asked, setAsked] = useState<Asked>();
  const query = useSearchAccountsInfiniteQuery({ account: useAdminAccount(), search });
  return (
    <>
      <SearchField label={text.search} placeholder={text.placeholder} />
      <PagedList itemsOf={({ accounts }) => accounts} keyOf={({ id }) => id} label={text.label} query={query}>
        {(account) => (
          <AccountRow account={account}>
            <Button onClick={() => show('sites', account.id)} size="sm" variant="ghost">
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

const texts = adminTexts.accounts;
const roles = { none: texts.noRole, ...texts.roles };

type AccountAction = keyof typeof texts.actions;

interface AccountDialogProps {
  account: AccountOverview;
  action: AccountAction;
  onClose: () => void;
}

function AccountDialog({ account, action, onClose }: AccountDialogProps) {
  const { showNotice } = useNotices();
  const [ban] = useBanAccountMutation();
  const [setRole] = useSetRoleMutation();
  const name = nameOf(account);
  const { id } = account;
  const text = texts.actions[action];
  const initial: { role: AdminRole | 'none' } = { role: account.role ?? 'none' };
  const form = useReasonForm(
    initial,
    ({ role, reason }) =>
      action === 'role'
        ? setRole({ id, role: role === 'none' ? null : role, reason }).unwrap()
        : ban({ id, action, reason }).unwrap(),
    () => {
      onClose();
      showNotice({ kind: 'done', text: text.done(name) });
    },
  );
  return (
    <ReasonDialog
      confirm={text.submit}
      danger={action === 'ban'}
      form={form}
      onClose={onClose}
      title={text.title(name)}
    >
      {'text' in text ? (
        <p>{text.text}</p>
      ) : (
        <SelectInput label={texts.role} options={roles} {...form.selectProps('role')} />
      )}
    </ReasonDialog>
  );
}

function nameOf({ email }: AccountOverview): string {
  return email ?? texts.temporary;
}
