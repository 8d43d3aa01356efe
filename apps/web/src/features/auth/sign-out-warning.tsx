import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { texts } from '../../texts/ja.js';

export interface SignOutWarningProps {
  working: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SignOutWarning({ working, onConfirm, onCancel }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      confirm={texts.logout.confirm}
      danger
      onClose={onCancel}
      onConfirm={onConfirm}
      title={texts.logout.title}
      width="sm"
      working={working}
    >
      <p>{texts.logout.warning}</p>
    </ConfirmDialog>
  );
}
