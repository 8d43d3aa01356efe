import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { logoutTexts } from '../../texts/account/sessions.js';

interface SignOutWarningProps {
  working: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SignOutWarning({ working, onConfirm, onCancel }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      confirm={logoutTexts.confirm}
      danger
      onClose={onCancel}
      onConfirm={onConfirm}
      title={logoutTexts.title}
      width="sm"
      working={working}
    >
      <p>{logoutTexts.warning}</p>
    </ConfirmDialog>
  );
}
