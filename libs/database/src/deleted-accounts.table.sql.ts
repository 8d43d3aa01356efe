import type { TableDeclaration } from './schema/table-declaration.js';

/** Accounts that are deleted: what one of them sent at the last moment is removed when its event arrives. */
export const deletedAccountsTable: TableDeclaration = {
  name: 'deleted_accounts',
  sql: `
    CREATE TABLE deleted_accounts (
      account_id uuid PRIMARY KEY,
      deleted_at timestamptz NOT NULL DEFAULT now()
    );`,
};
