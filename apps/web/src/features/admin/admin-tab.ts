import { createContext, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGetOwnRoleQuery } from '../../api/admin.js';
import { useNotices } from '../../components/notices/notices.js';

export const adminTabs = ['cases', 'reports', 'sites', 'accounts', 'numbers', 'audit', 'backups'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** The tab and its search are in the address, so that the address can be shared. */
export function useAdminTab() {
  const [query, setQuery] = useSearchParams();
  const { closeNotice } = useNotices();
  return {
    tab: adminTabs.find((name) => name === query.get('tab')) ?? 'cases',
    search: query.get('q') ?? '',
    show: (tab: AdminTab, search = ''): void => {
      closeNotice();
      setQuery(search === '' ? { tab } : { tab, q: search });
    },
  };
}

/** The screens belong to this account, also while its session has ended and it may log in again. */
export const AdminAccountContext = createContext('');

export const useAdminAccount = (): string => useContext(AdminAccountContext);

/** Moderators see less than admins. */
export const useIsAdmin = (): boolean => useGetOwnRoleQuery({ account: useAdminAccount() }).data === 'admin';
