import { useEffect, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { selectAccount, selectEndedSession, type Account } from '../../api/account.js';
import { dialogOpened, type SettingsTab } from '../../api/dialog.js';
import { Modal } from '../../components/modal.js';
import { Tabs } from '../../components/tabs.js';
import { settingsTexts as texts } from '../../texts/settings.js';
import { AuthDialog } from '../auth/auth-dialog.js';
import { DangerTab } from './danger-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SecurityTab } from './security-tab.js';

/** Whoever has settings: signed in, as far as they can be. */
export type SettingsAccount = Extract<Account, { kind: 'temporary' | 'registered' }>;

const tabs = (['profile', 'security', 'danger'] as const).map((name) => ({ name, title: texts.tabs[name] }));

export function SettingsDialog({ tab: first, onClose }: { tab: SettingsTab; onClose: () => void }) {
  const account = useSelector(selectAccount);
  const { owner, ended } = useOwner(account);
  const store = useStore<{ account: Account }>();
  const dispatch = useDispatch();
  const [tab, setTab] = useState(first);
  const [opened, setOpened] = useState<ReadonlySet<SettingsTab>>(new Set([first]));

  useEffect(() => {
    if (owner) return;
    // Signed out here, or nobody can come back to it: there is nothing left to set.
    onClose();
    // The app that this session was begun with is taken away, and another one is left.
    if (account.kind === 'secondStep') dispatch(dialogOpened({ name: 'auth', view: 'secondStep' }));
  }, [owner, account.kind, onClose, dispatch]);
  if (!owner) return null;

  const choose = (name: SettingsTab) => {
    setTab(name);
    setOpened((before) => new Set(before).add(name));
  };
  const closeUnlessBack = () => {
    if (!isSettingsAccount(selectAccount(store.getState()))) onClose();
  };
  return (
    <>
      <Modal onClose={onClose} title={texts.title}>
        <Tabs chosen={tab} key={owner.id} label={texts.tabs.label} onChoose={choose} tabs={tabs}>
          {tabs.map(
            ({ name }) =>
              // What is typed, or set up, in one panel outlives a look at another.
              opened.has(name) && (
                <div hidden={name !== tab} key={name}>
                  <Panel account={owner} name={name} onDeleted={onClose} />
                </div>
              ),
          )}
        </Tabs>
      </Modal>
      {ended !== undefined && <AuthDialog onClose={closeUnlessBack} told={ended} view="login" />}
    </>
  );
}

/**
 * Whose settings these are. When a session ends unasked its owner can log in again over them, and what was typed is
 * still there; `ended` then says what happened.
 */
function useOwner(account: Account): { owner?: SettingsAccount; ended?: string } {
  const ended = useSelector(selectEndedSession);
  const [last, setLast] = useState<SettingsAccount>();
  if (isSettingsAccount(account)) {
    if (account !== last) setLast(account);
    return { owner: account };
  }
  const comesBack = last?.kind === 'registered' && last.id === ended?.accountId;
  return comesBack ? { owner: last, ended: ended.text } : {};
}

function isSettingsAccount(account: Account): account is SettingsAccount {
  return account.kind === 'temporary' || account.kind === 'registered';
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
