import { useEffect, useState } from 'react';
import { useOpenDialog, type SettingsTab } from '../auth/dialog.js';
import { Modal } from '../../components/dialog/modal.js';
import { Tabs } from '../../components/tabs/tabs.js';
import { settingsTexts as texts } from '../../texts/account/settings.js';
import { AuthDialog } from '../auth/auth-dialog/auth-dialog.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import type { Owner } from '../../session/account.js';
import { DangerTab } from './danger-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SecurityTab } from './security-tab.js';

const tabs = (['profile', 'security', 'danger'] as const).map((name) => ({ name, title: texts.tabs[name] }));

export function SettingsDialog({ tab: first, onClose }: { tab: SettingsTab; onClose: () => void }) {
  const account = useAccount();
  const { owner, ended, leave } = useOwner();
  const openDialog = useOpenDialog();
  const [tab, setTab] = useState(first);
  const [opened, setOpened] = useState<ReadonlySet<SettingsTab>>(new Set([first]));

  useEffect(() => {
    if (owner) return;
    // The account was signed out here, or is a temporary one without a login: nothing is left to set.
    onClose();
    // The app that this session began with is removed, and another one is left.
    if (account.kind === 'secondStep') openDialog({ name: 'auth', view: 'secondStep' });
  }, [owner, account.kind, onClose, openDialog]);
  if (!owner) return null;

  const choose = (name: SettingsTab) => {
    setTab(name);
    setOpened((before) => new Set(before).add(name));
  };
  return (
    <>
      <Modal onClose={onClose} title={texts.title}>
        <Tabs chosen={tab} key={owner.id} label={texts.tabs.label} onChoose={choose} tabs={tabs}>
          {tabs.map(
            ({ name }) =>
              // The input in a panel is kept while another panel is shown.
              opened.has(name) && (
                <div hidden={name !== tab} key={name}>
                  <Panel account={owner} name={name} onDeleted={onClose} />
                </div>
              ),
          )}
        </Tabs>
      </Modal>
      {ended !== undefined && <AuthDialog onClose={leave} reason={ended} staysOpen view="login" />}
    </>
  );
}

function Panel({ name, account, onDeleted }: { name: SettingsTab; account: Owner; onDeleted: () => void }) {
  switch (name) {
    case 'profile':
      return <ProfileTab account={account} />;
    case 'security':
      return <SecurityTab account={account} />;
    case 'danger':
      return <DangerTab account={account.id} onDeleted={onDeleted} />;
  }
}
