import { useEffect, useRef, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import { useGetOwnRoleQuery } from '../../api/admin.js';
import { callFailureOf } from '../../http/failure.js';
import { Button } from '../../components/buttons/button.js';
import { MessageScreen } from '../../components/message-screen.js';
import { Tabs } from '../../components/tabs/tabs.js';
import {
  AdminAccountContext,
  adminTabs,
  useAdminAccount,
  useAdminTab,
  useIsAdmin,
  type AdminTab,
} from '../../features/admin/admin-list.js';
import { LoadState } from '../../components/notices/load-failure.js';
import { QueuesButton, NumbersTab } from '../../features/admin/numbers/numbers-tab.js';
import { SignedOutScreen } from '../../features/auth/auth-button.js';
import { useDialog, useOpenDialog } from '../../features/auth/dialog.js';
import { AuthDialog } from '../../features/auth/auth-dialog/auth-dialog.js';
import { useAccount, useOwner } from '../../session/session-slice.js';
import { screens } from '../../paths.js';
import { adminTexts } from '../../texts/admin.js';
import { texts } from '../../texts/ja.js';
import { AccountsTab } from '../../features/admin/accounts/accounts-tab.js';
import { BackupsTab } from '../../features/admin/backups/backups-tab.js';
import { AuditTab } from '../../features/admin/accounts/audit-tab.js';
import { CasesTab } from '../../features/admin/cases/cases-tab.js';
import { ReportsTab } from '../../features/admin/reports/reports-tab.js';
import { SitesTab } from '../../features/admin/sites/sites-tab.js';

const tabs = adminTabs.map((name) => ({ name, title: adminTexts.tabs[name] }));
const moderatorTabs = tabs.filter(({ name }) => name !== 'backups');

const panels: Record<AdminTab, ComponentType> = {
  cases: CasesTab,
  reports: ReportsTab,
  sites: SitesTab,
  accounts: AccountsTab,
  numbers: NumbersTab,
  audit: AuditTab,
  backups: BackupsTab,
};

export function AdminPage() {
  const account = useAccount();
  const { owner, ended, leave } = useOwner();
  // The settings ask for the same above this page.
  const asksAlready = useDialog() !== null;
  if (account.kind === 'unknown') return <p role="status">{texts.loading}</p>;
  if (!owner) return <SignedOutScreen text={adminTexts.visitor} />;
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

function ForRole() {
  const { data: role, error, refetch } = useGetOwnRoleQuery({ account: useAdminAccount() });
  const code = callFailureOf(error)?.code;
  if (code === 'FORBIDDEN_ROLE') return <Forbidden />;
  if (code === 'STAFF_SECOND_FACTOR_REQUIRED') return <NeedsMfa onSettingsClosed={refetch} />;
  if (role !== undefined) return <Screens />;
  return <LoadState error={error} onRetry={refetch} title={adminTexts.failed} />;
}

function Screens() {
  const { tab, show } = useAdminTab();
  const isAdmin = useIsAdmin();
  const Panel = panels[tab];
  return (
    <>
      <div className="page-intro between">
        <h1>{screens.admin.title}</h1>
        <QueuesButton />
      </div>
      <Tabs
        chosen={tab}
        label={adminTexts.tabs.label}
        onChoose={(name) => show(name)}
        tabs={isAdmin ? tabs : moderatorTabs}
      >
        <Panel />
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
  const { title, text, home } = adminTexts.forbidden;
  const navigate = useNavigate();
  return (
    <MessageScreen takesFocus title={title}>
      <p>{text}</p>
      <Button onClick={() => void navigate(screens.publish.path)}>{home}</Button>
    </MessageScreen>
  );
}
