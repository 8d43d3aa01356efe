import type { AccountOverview, AdminRole } from '@haru/contracts';
import { useState } from 'react';
import { useBanAccountMutation, useSetRoleMutation } from '../../../api/admin-accounts.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { ReasonDialog } from '../reason-dialog.js';

const text = adminTexts.accounts;
const roles = { none: text.noRole, ...text.roles };

export type AccountAction = 'ban' | 'unban' | 'role';

interface AccountDialogProps {
  account: AccountOverview;
  action: AccountAction;
  onClose: () => void;
}

/** What is about to be done to an account, and why. */
export function AccountDialog({ account, action, onClose }: AccountDialogProps) {
  const name = nameOf(account);
  const { showNotice } = useNotices();
  const done = (message: string) => () => {
    onClose();
    showNotice({ kind: 'done', text: message });
  };
  if (action === 'role') {
    return <RoleDialog account={account} name={name} onClose={onClose} onDone={done(text.roleChanged(name))} />;
  }
  return (
    <BanDialog
      account={account}
      action={action}
      name={name}
      onClose={onClose}
      onDone={done(action === 'ban' ? text.wasBanned(name) : text.wasUnbanned(name))}
    />
  );
}

export function nameOf({ email }: AccountOverview): string {
  return email ?? text.temporary;
}

interface PartProps {
  account: AccountOverview;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

function BanDialog({ account, name, action, ...on }: PartProps & { action: 'ban' | 'unban' }) {
  const [ban] = useBanAccountMutation();
  const bans = action === 'ban';
  return (
    <ReasonDialog
      {...on}
      danger={bans}
      onSubmit={(reason) => ban({ id: account.id, action, reason }).unwrap()}
      submit={bans ? text.ban : text.unban}
      title={bans ? text.banTitle(name) : text.unbanTitle(name)}
    >
      <p>{bans ? text.banText : text.unbanText}</p>
    </ReasonDialog>
  );
}

function RoleDialog({ account, name, ...on }: PartProps) {
  const [role, setRole] = useState<AdminRole | 'none'>(account.role ?? 'none');
  const [change] = useSetRoleMutation();
  return (
    <ReasonDialog
      {...on}
      onSubmit={(reason) => change({ id: account.id, role: role === 'none' ? null : role, reason }).unwrap()}
      submit={text.changeRole}
      title={text.roleTitle(name)}
    >
      <SelectInput chosen={role} label={text.role} onChoose={setRole} options={roles} />
    </ReasonDialog>
  );
}
