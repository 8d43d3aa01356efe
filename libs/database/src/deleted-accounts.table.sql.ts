import type { TableDeclaration } from './schema/table-declaration.js';

/** An account's last writes before its deletion are removed when its event arrives. */
export const deletedAccountsTable: TableDeclaration = {
  name: 'deleted_accounts',
  sql: `
    CREATE TABLE deleted_accounts (
      account_id uuid PRIMARY KEY,
      deleted_at timestamptz NOT NULL DEFAULT now()
    );`,
};
