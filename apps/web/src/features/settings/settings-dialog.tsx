import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectAccount, type Account } from '../../api/account.js';
import type { SettingsTab } from '../../api/dialog.js';
import { Modal } from '../../components/modal.js';
import { Tabs } from '../../components/tabs.js';
import { settingsTexts as texts } from '../../texts/settings.js';
import { DangerTab } from './danger-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SecurityTab } from './security-tab.js';

/** Whoever has settings: signed in, as far as they can be. */
export type SettingsAccount = Extract<Account, { kind: 'temporary' | 'registered' }>;

const tabs = (['profile', 'security', 'danger'] as const).map((name) => ({ name, title: texts.tabs[name] }));

export function SettingsDialog({ tab: first, onClose }: { tab: SettingsTab; onClose: () => void }) {
  const account = useSelector(selectAccount);
  const [tab, setTab] = useState(first);
  const signedIn = account.kind === 'temporary' || account.kind === 'registered';

  // Signed out here, in another tab, or by the server: there is nothing left to set.
  useEffect(() => {
    if (!signedIn) onClose();
  }, [signedIn, onClose]);
  if (!signedIn) return null;

  return (
    <Modal onClose={onClose} title={texts.title}>
      <Tabs chosen={tab} label={texts.tabs.label} onChoose={setTab} tabs={tabs}>
        {tab === 'profile' && <ProfileTab account={account} />}
        {tab === 'security' && <SecurityTab account={account} />}
        {tab === 'danger' && <DangerTab onDeleted={onClose} />}
      </Tabs>
    </Modal>
  );
}
