import { useState } from 'react';
import { settingsTexts } from '../../texts/account/settings.js';
import type { Owner } from '../../session/account.js';
import { AccountSessions } from './account-sessions.js';
import { PasswordForm } from './password-form.js';
import styles from './settings.module.css';
import { MfaSettings } from './mfa/mfa-settings.js';

export function SecurityTab({ account }: { account: Owner }) {
  const [settingUp, setSettingUp] = useState(false);
  if (account.kind === 'temporary') return <p className="note">{settingsTexts.security.registeredOnly}</p>;
  return (
    <div className={styles['sections']}>
      {/* Picture, key and code of the set-up need a small screen for themselves. */}
      {!settingUp && <PasswordForm email={account.email} mailReadAt={account.mailReadAt} />}
      <MfaSettings email={account.email} onSettingUp={setSettingUp} settingUp={settingUp} />
      {!settingUp && <AccountSessions account={account.id} />}
    </div>
  );
}
