import { useState } from 'react';
import { settingsTexts } from '../../texts/account/settings.js';
import type { Owner } from '../../session/account.js';
import { AccountSessions } from './account-sessions.js';
import { PasswordForm } from './password-form.js';
import styles from './settings.module.css';
import { MfaSettings } from './mfa/mfa-settings.js';

export function SecurityTab({ account }: { account: Owner }) {
  const [settingUp, setSettingUp] = useState(false);
  const [showsCodes, setShowsCodes] = useState(false);
  if (account.kind === 'temporary') return <p className="note">{settingsTexts.security.registeredOnly}</p>;
  const isFree = !settingUp && !showsCodes;
  return (
    <div className={styles['sections']}>
      {/* The set-up, and codes that are shown only once, have the screen for themselves. */}
      {isFree && <PasswordForm email={account.email} mailReadAt={account.mailReadAt} />}
      <MfaSettings
        email={account.email}
        onSettingUp={setSettingUp}
        onShowsCodes={setShowsCodes}
        settingUp={settingUp}
      />
      {isFree && <AccountSessions account={account.id} />}
    </div>
  );
}
