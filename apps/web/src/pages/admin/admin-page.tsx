import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useGetOwnRoleQuery } from '../../api/admin.js';
import { callFailureOf } from '../../http/call.js';
import { Button } from '../../components/buttons/button.js';
import { MessageScreen } from '../../components/message-screen.js';
import { useNotices } from '../../components/notices/notices.js';
import { Tabs, type Tab } from '../../components/tabs/tabs.js';
import { AdminAccountContext, useAdminAccount } from '../../features/admin/paged-list.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { QueuesButton, NumbersTab } from '../../features/admin/numbers/numbers-tab.js';
import { useDialog, useOpenDialog, useOpenLogin } from '../../features/auth/dialog.js';
import { AuthDialog } from '../../features/auth/auth-dialog/auth-dialog.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import { paths } from '../../paths.js';
import { adminTexts } from '../../texts/admin.js';
import { texts } from '../../texts/ja.js';
import { AccountsTab } from '../../features/admin/accounts/accounts-tab.js';
import { AuditTab } from '../../features/admin/accounts/audit-tab.js';
import { CasesTab } from '../../features/admin/cases/cases-tab.js';
import { ReportsTab } from '../../features/admin/reports/reports-tab.js';
import { SitesTab } from '../../features/admin/sites/sites-tab.js';
import styles from './admin-page.module.css';

const names = ['cases', 'reports', 'sites', 'accounts', 'numbers', 'audit'] as const satisfies AdminTab[];
const tabs: Tab<AdminTab>[] = names.map((name) => ({ name, title: adminTexts.tabs[name] }));

export function AdminPage() {
  const account = useAccount();
  const { owner, ended, leave } = useOwner();
  // The settings ask for the same above this page.
  const asksAlready = useDialog() !== null;
  if (account.kind === 'unknown') return <p role="status">{adminTexts.loading}</p>;
  if (!owner) return <SignedOut />;
  if (owner.kind === 'temporary') return <Forbidden />;
  return (
    <>
      <AdminAccountContext value={owner.id}>
        <ForRole key={owner.id} />
      </AdminAccountContext>
      {ended !== undefined && !asksAlready && <AuthDialog onClose={leave} reason={ended} staysOpen view="login" />}
    </>
  );
}

function SignedOut() {
  const openLogin = useOpenLogin();
  return (
    <MessageScreen title={texts.titles.admin}>
      <p>{adminTexts.visitor}</p>
      <Button onClick={openLogin} variant="primary">
        {adminTexts.login}
      </Button>
    </MessageScreen>
  );
}

function ForRole() {
  const { data: role, error, refetch } = useGetOwnRoleQuery({ account: useAdminAccount() });
  const code = callFailureOf(error)?.code;
  if (code === 'FORBIDDEN_ROLE') return <Forbidden />;
  if (code === 'STAFF_SECOND_FACTOR_REQUIRED') return <NeedsMfa onSettingsClosed={refetch} />;
  if (role !== undefined) return <Screens isAdmin={role === 'admin'} />;
  return <LoadState error={error} loading={adminTexts.loading} onRetry={refetch} title={adminTexts.failed} />;
}

function Screens({ isAdmin }: { isAdmin: boolean }) {
  const [query, setQuery] = useSearchParams();
  const { closeNotice } = useNotices();
  const chosen = names.find((name) => name === query.get('tab')) ?? 'cases';
  const show = (tab: AdminTab, text = '') => {
    closeNotice();
    setQuery(text === '' ? { tab } : { tab, q: text });
  };
  return (
    <>
      <div className={styles['intro']}>
        <h1 className={styles['title']}>{texts.titles.admin}</h1>
        <QueuesButton />
      </div>
      <Tabs chosen={chosen} label={adminTexts.tabs.label} onChoose={(tab) => show(tab)} tabs={tabs}>
        <AdminPanel isAdmin={isAdmin} onShow={show} tab={chosen} text={query.get('q') ?? ''} />
      </Tabs>
    </>
  );
}

function NeedsMfa({ onSettingsClosed }: { onSettingsClosed: () => void }) {
  const openDialog = useOpenDialog();
  const isOpen = useDialog() !== null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onSettingsClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onSettingsClosed]);
  const { title, text, open } = adminTexts.needsMfa;
  return (
    <MessageScreen takesFocus title={title}>
      <p>{text}</p>
      <Button onClick={() => openDialog({ name: 'settings', tab: 'security' })} variant="primary">
        {open}
      </Button>
    </MessageScreen>
  );
}

function Forbidden() {
  const { title, text, code, home } = adminTexts.forbidden;
  const navigate = useNavigate();
  return (
    <MessageScreen takesFocus title={title}>
      <p>{text}</p>
      <Button onClick={() => void navigate(paths.publish)}>{home}</Button>
      <p className="soft-xs">{code}</p>
    </MessageScreen>
  );
}

type AdminTab = 'reports' | 'cases' | 'sites' | 'accounts' | 'numbers' | 'audit';

interface AdminPanelProps {
  tab: AdminTab;
  /** The search is in the address, so that the address can be shared. */
  text: string;
  isAdmin: boolean;
  onShow: (tab: AdminTab, text?: string) => void;
}

function AdminPanel({ tab, text, isAdmin, onShow }: AdminPanelProps) {
  switch (tab) {
    case 'reports':
      return (
        <ReportsTab onAccount={(id) => onShow('accounts', id)} onSearch={(words) => onShow(tab, words)} text={text} />
      );
    case 'cases':
      return <CasesTab onAccount={(id) => onShow('accounts', id)} onSite={(path) => onShow('sites', path)} />;
    case 'sites':
      return (
        <SitesTab
          isAdmin={isAdmin}
          onCase={() => onShow('cases')}
          onSearch={(words) => onShow(tab, words)}
          text={text}
        />
      );
    case 'accounts':
      return (
        <AccountsTab
          isAdmin={isAdmin}
          onSearch={(words) => onShow(tab, words)}
          onSites={(id) => onShow('sites', id)}
          text={text}
        />
      );
    case 'numbers':
      return <NumbersTab isAdmin={isAdmin} />;
    case 'audit':
      return <AuditTab onAccount={(id) => onShow('accounts', id)} onSite={(path) => onShow('sites', path)} />;
  }
}
