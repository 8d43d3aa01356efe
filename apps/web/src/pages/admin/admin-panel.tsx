import { AccountsTab } from '../../features/admin/accounts/accounts-tab.js';
import { AuditTab } from '../../features/admin/accounts/audit-tab.js';
import { CasesTab } from '../../features/admin/cases/cases-tab.js';
import { NumbersTab } from '../../features/admin/numbers/numbers-tab.js';
import { ReportsTab } from '../../features/admin/reports/reports-tab.js';
import { SitesTab } from '../../features/admin/sites/sites-tab.js';

export type AdminTab = 'reports' | 'cases' | 'sites' | 'accounts' | 'numbers' | 'audit';

interface AdminPanelProps {
  tab: AdminTab;
  /** The search is in the address, so that the address can be shared. */
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
