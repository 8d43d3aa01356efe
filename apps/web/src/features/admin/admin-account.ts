import { createContext, useContext } from 'react';

/** The id of the account whose screens are shown; also while its session has ended and it may log in again. */
export const AdminAccountContext = createContext('');

export const useAdminAccount = (): string => useContext(AdminAccountContext);
