import { AccountsTab } from '../../features/admin/accounts/accounts-tab.js';
import { AuditTab } from '../../features/admin/accounts/audit-tab.js';
import { NumbersTab } from '../../features/admin/numbers/numbers-tab.js';
import { ReportsTab } from '../../features/admin/reports/reports-tab.js';
import { SitesTab } from '../../features/admin/sites-tab.js';

export type AdminTab = 'reports' | 'sites' | 'accounts' | 'numbers' | 'audit';

interface AdminPanelProps {
  tab: AdminTab;
  /** What is searched for, kept in the address so that it can be passed on. */
  text: string;
  isAdmin: boolean;
  onShow: (tab: AdminTab, text?: string) => void;
}

export function AdminPanel({ tab, text, isAdmin, onShow }: AdminPanelProps) {
  switch (tab) {
    case 'reports':
      return (
        <ReportsTab onAccount={(id) => onShow('accounts', id)} onSearch={(words) => onShow(tab, words)} text={text} />
      );
    case 'sites':
      return <SitesTab onSearch={(words) => onShow(tab, words)} text={text} />;
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
      return <NumbersTab />;
    case 'audit':
      return <AuditTab />;
  }
}
