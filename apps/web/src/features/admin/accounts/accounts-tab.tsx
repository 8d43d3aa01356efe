import type { AccountOverview, AdminRole } from '@haru/contracts';
import { useState } from 'react';
import { useSearchAccountsInfiniteQuery, useBanAccountMutation, useSetRoleMutation } from '../../../api/admin.js';
import { Badge } from '../../../components/badge.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { SelectInput } from '../../../components/inputs/text-input.js';
import { RowCode } from '../../../components/list/row-list.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { formatCount, formatDateTime } from '../../../texts/formats.js';
import { AdminList, AdminRow, useAdminAccount, useAdminTab, useIsAdmin } from '../admin-list.js';
import { ReasonDialog } from '../reason-dialog.js';

const text = adminTexts.accounts;
const roles = { none: text.noRole, ...text.roles };

type AccountAction = keyof typeof text.actions;

interface Asked {
  account: AccountOverview;
  action: AccountAction;
}

export function AccountsTab() {
  const { search } = useAdminTab();
  const [asked, setAsked] = useState<Asked>();
  const query = useSearchAccountsInfiniteQuery({ account: useAdminAccount(), search });
  return (
    <>
      <AdminList itemsOf={({ accounts }) => accounts} query={query} texts={text}>
        {(account) => <AccountRow account={account} onAsk={(action) => setAsked({ account, action })} />}
      </AdminList>
      {asked && <AccountDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function AccountRow({ account, onAsk }: { account: AccountOverview; onAsk: (action: AccountAction) => void }) {
  const { show } = useAdminTab();
  const isAdmin = useIsAdmin();
  const { id, ban, role, sites, is_anonymous: isTemporary } = account;
  const offered: AccountAction[] = [...(isTemporary ? [] : ['role' as const]), ban ? 'unban' : 'ban'];
  return (
    <AdminRow
      actions={
        <>
          <LinkButton className="touch-link" onClick={() => show('sites', id)}>
            {text.showSites}
          </LinkButton>
          {isAdmin &&
            offered.map((action) => (
              <Button key={action} onClick={() => onAsk(action)} size="sm">
                {text.actions[action].submit}
              </Button>
            ))}
        </>
      }
      badges={
        <>
          {isTemporary && <RowCode>{id}</RowCode>}
          {role !== null && <Badge tone="good">{text.roles[role]}</Badge>}
          {ban && <Badge tone="bad">{text.banned}</Badge>}
        </>
      }
      details={[
        `${text.created} ${formatDateTime(new Date(account.created_at))}`,
        text.sites(formatCount(sites.live), formatCount(sites.all)),
      ]}
      title={nameOf(account)}
    >
      {typeof ban?.reason === 'string' && (
        <p className="red-sm">
          {text.bannedBecause}
          {ban.reason}
        </p>
      )}
    </AdminRow>
  );
}

function AccountDialog({ account, action, onClose }: Asked & { onClose: () => void }) {
  const { showNotice } = useNotices();
  const [ban] = useBanAccountMutation();
  const [setRole] = useSetRoleMutation();
  const [role, chooseRole] = useState<AdminRole | 'none'>(account.role ?? 'none');
  const { id } = account;
  const name = nameOf(account);
  const words = text.actions[action];
  return (
    <ReasonDialog
      act={(reason) =>
        action === 'role'
          ? setRole({ id, role: role === 'none' ? null : role, reason }).unwrap()
          : ban({ id, action, reason }).unwrap()
      }
      confirm={words.submit}
      danger={action === 'ban'}
      onClose={onClose}
      onDone={() => showNotice({ kind: 'done', text: words.done(name) })}
      title={words.title(name)}
    >
      {'text' in words ? (
        <p>{words.text}</p>
      ) : (
        <SelectInput chosen={role} label={text.role} onChoose={chooseRole} options={roles} />
      )}
    </ReasonDialog>
  );
}

function nameOf({ email }: AccountOverview): string {
  return email ?? text.temporary;
}
