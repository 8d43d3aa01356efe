import { ConfirmDialog } from '../../components/dialog/confirm-dialog.js';
import { authTexts } from '../../texts/account/auth.js';
import { logoutTexts } from '../../texts/account/sessions.js';
import styles from './auth-dialog/auth-dialog.module.css';
import { AuthButton } from './auth-button.js';

interface SignOutWarningProps {
  working: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SignOutWarning({ working, onConfirm, onCancel }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      confirm={logoutTexts.confirm}
      button={{ variant: 'secondary' }}
      onClose={onCancel}
      onConfirm={onConfirm}
      title={logoutTexts.title}
      working={working}
    >
      <div className="stack-8">
        <p>{logoutTexts.warning}</p>
        <AuthButton className={styles['wide']} disabled={working} onOpen={onCancel} variant="primary" view="register">
          {authTexts.register.upgradeTitle}
        </AuthButton>
      </div>
    </ConfirmDialog>
  );
}
