import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectAccount, type Account } from '../../api/account.js';
import { dialogOpened, type SettingsTab } from '../../api/dialog.js';
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
  const dispatch = useDispatch();
  const [tab, setTab] = useState(first);
  const [opened, setOpened] = useState<ReadonlySet<SettingsTab>>(new Set([first]));
  const signedIn = account.kind === 'temporary' || account.kind === 'registered';

  useEffect(() => {
    if (signedIn) return;
    // Signed out here, in another tab, or by the server: there is nothing left to set.
    onClose();
    // The app that this session was begun with is taken away, and another one is left.
    if (account.kind === 'secondStep') dispatch(dialogOpened({ name: 'auth', view: 'secondStep' }));
  }, [signedIn, account.kind, onClose, dispatch]);
  if (!signedIn) return null;

  const choose = (name: SettingsTab) => {
    setTab(name);
    setOpened((before) => new Set(before).add(name));
  };
  return (
    <Modal onClose={onClose} title={texts.title}>
      <Tabs chosen={tab} label={texts.tabs.label} onChoose={choose} tabs={tabs}>
        {tabs.map(
          ({ name }) =>
            // What is typed, or set up, in one panel outlives a look at another.
            opened.has(name) && (
              <div hidden={name !== tab} key={name}>
                <Panel account={account} name={name} onDeleted={onClose} />
              </div>
            ),
        )}
      </Tabs>
    </Modal>
  );
}

function Panel({ name, account, onDeleted }: { name: SettingsTab; account: SettingsAccount; onDeleted: () => void }) {
  switch (name) {
    case 'profile':
      return <ProfileTab account={account} />;
    case 'security':
      return <SecurityTab account={account} />;
    case 'danger':
      return <DangerTab account={account} onDeleted={onDeleted} />;
  }
}
