import { createContext, useContext } from 'react';

/** The screens belong to this account, also while its session has ended and it may log in again. */
export const AdminAccountContext = createContext('');

export const useAdminAccount = (): string => useContext(AdminAccountContext);
