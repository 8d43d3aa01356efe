import { settingsTexts } from '../../texts/settings.js';
import { PasswordForm } from './password-form.js';
import type { SettingsAccount } from './settings-dialog.js';
import styles from './settings.module.css';
import { TwoFactor } from './two-factor.js';

export function SecurityTab({ account }: { account: SettingsAccount }) {
  if (account.kind === 'temporary') return <p className={styles['note']}>{settingsTexts.security.registeredOnly}</p>;
  return (
    <div className={styles['sections']}>
      <PasswordForm email={account.email} />
      <TwoFactor />
    </div>
  );
}
