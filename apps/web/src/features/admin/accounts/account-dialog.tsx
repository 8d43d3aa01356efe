import type { AccountOverview, AdminRole } from '@haru/contracts';
import { useBanAccountMutation, useSetRoleMutation } from '../../../api/admin/admin-accounts.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { useNotices } from '../../../components/notices/notices.js';
import { adminTexts } from '../../../texts/admin.js';
import { ReasonDialog, useReasonForm } from '../reason-dialog.js';

const texts = adminTexts.accounts;
const roles = { none: texts.noRole, ...texts.roles };

export type AccountAction = keyof typeof texts.actions;

interface AccountDialogProps {
  account: AccountOverview;
  action: AccountAction;
  onClose: () => void;
}

export function AccountDialog({ account, action, onClose }: AccountDialogProps) {
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

export function nameOf({ email }: AccountOverview): string {
  return email ?? texts.temporary;
}
