import { useEffect, useState, type ReactNode } from 'react';
import { settingsTabs, useOpenDialog, type SettingsTab } from '../auth/dialog.js';
import { Modal } from '../../components/dialog/modal.js';
import { Tabs } from '../../components/tabs/tabs.js';
import { settingsTexts as texts } from '../../texts/account/settings.js';
import { AuthDialog } from '../auth/auth-dialog/auth-dialog.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import type { Owner } from '../../session/account.js';
import { ProfileTab } from './profile-tab.js';
import { useCountMySitesQuery } from '../../api/sites/site-lookups.js';
import { useNotices } from '../../components/notices/notices.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { MfaStep, useMfa } from '../../forms/mfa.js';
import { Section } from './section.js';
import styles from './settings.module.css';
import { AccountSessions } from './account-sessions.js';
import { AssistantsTab } from './assistants/assistants-tab.js';
import { KeysTab } from './keys/keys-tab.js';
import { PasswordForm } from './password-form.js';
import { MfaSettings, type MfaView } from './mfa/mfa-settings.js';

const tabs = settingsTabs.map((name) => ({ name, title: texts.tabs[name] }));

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
    if (account.kind === 'needsMfa') openDialog({ name: 'auth', view: 'mfa' });
  }, [owner, account.kind, onClose, openDialog]);
  if (!owner) return null;

  const choose = (name: SettingsTab) => {
    setTab(name);
    setOpened((before) => new Set(before).add(name));
  };
  const panels: Record<SettingsTab, ReactNode> = {
    profile: <ProfileTab account={owner} />,
    security: <SecurityTab account={owner} />,
    keys: <KeysTab account={owner} />,
    assistants: <AssistantsTab onMakeKey={() => choose('keys')} />,
    danger: <DangerTab account={owner.id} onDeleted={onClose} />,
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
                  {panels[name]}
                </div>
              ),
          )}
        </Tabs>
      </Modal>
      {ended !== undefined && <AuthDialog onClose={leave} reason={ended} staysOpen view="login" />}
    </>
  );
}

const text = texts.danger;
const CONFIRMATION = 'DELETE';

function DangerTab({ account, onDeleted }: { account: string; onDeleted: () => void }) {
  const { deleteAccount } = useAuthCalls();
  const { showNotice } = useNotices();
  const mfa = useMfa();
  const { data: pages } = useCountMySitesQuery({ account });
  const form = useForm({
    initial: { confirmation: '', code: '' },
    check: ({ confirmation, code }) => ({
      confirmation: confirmation === CONFIRMATION ? undefined : text.rule,
      code: mfa.fault(code),
    }),
    send: async ({ code }) => {
      await mfa.before(code, deleteAccount);
      showNotice({ kind: 'done', text: text.done });
      onDeleted();
    },
    action: text,
  });
  return (
    <Section heading={text.heading}>
      <p className="amber-box">{text.lead(pages)}</p>
      <Form button={{ variant: 'danger' }} form={form} submit={text.submit}>
        <TextInput
          autoCapitalize="characters"
          autoComplete="off"
          label={text.confirm}
          required
          spellCheck={false}
          {...form.fieldProps('confirmation')}
        />
        <MfaStep mfa={mfa} {...form.fieldProps('code')} />
      </Form>
    </Section>
  );
}

function SecurityTab({ account }: { account: Owner }) {
  const [view, setView] = useState<MfaView>('settings');
  if (account.kind === 'temporary') return <p className="note">{texts.security.registeredOnly}</p>;
  const { id, email, mailReadAt } = account;
  return (
    <div className={`stack-16 ${styles['sections']}`}>
      {view === 'settings' && <PasswordForm account={id} email={email} mailReadAt={mailReadAt} />}
      <MfaSettings account={id} email={email} onView={setView} view={view} />
      {view === 'settings' && <AccountSessions account={id} />}
    </div>
  );
}
