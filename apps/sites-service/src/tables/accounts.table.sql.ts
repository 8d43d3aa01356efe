import type { TableDeclaration } from '@haru/database';

export const confirmedAccountsTable: TableDeclaration = {
  name: 'confirmed_accounts',
  sql: `
    -- Pages that were published with an older access token count as those of the registered account.
    CREATE TABLE confirmed_accounts (
      account_id   uuid PRIMARY KEY,
      confirmed_at timestamptz NOT NULL DEFAULT now()
    );`,
};

export const bannedAccountsTable: TableDeclaration = {
  name: 'banned_accounts',
  sql: `
    CREATE TABLE banned_accounts (
      user_id   uuid PRIMARY KEY,
      -- The owner sees it.
      reason    text NOT NULL,
      banned_at timestamptz NOT NULL
    );`,
};
