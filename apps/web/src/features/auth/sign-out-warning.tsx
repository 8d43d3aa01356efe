import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { authTexts } from '../../texts/account/auth.js';
import { logoutTexts } from '../../texts/account/sessions.js';
import { AuthButton } from './auth-button.js';

interface SignOutWarningProps {
  working: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SignOutWarning({ working, onConfirm, onCancel }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      button={{ variant: 'secondary' }}
      confirm={logoutTexts.confirm}
      offer={
        <AuthButton disabled={working} onOpen={onCancel} variant="primary" view="register">
          {authTexts.register.upgradeTitle}
        </AuthButton>
      }
      onClose={onCancel}
      onConfirm={onConfirm}
      title={logoutTexts.title}
      width="md"
      working={working}
    >
      <p className="written">{logoutTexts.warning}</p>
    </ConfirmDialog>
  );
}
