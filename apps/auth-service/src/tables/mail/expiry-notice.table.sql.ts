import type { TableDeclaration } from '@haru/database';

export const expiryNoticesTable: TableDeclaration = {
  name: 'expiry_notices',
  sql: `
    CREATE TABLE expiry_notices (
      user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      day     date NOT NULL,
      PRIMARY KEY (user_id, day)
    );
    CREATE INDEX expiry_notices_day_idx ON expiry_notices (day);`,
};

export const expiryNoticeDaysTable: TableDeclaration = {
  name: 'expiry_notice_days',
  sql: `
    CREATE TABLE expiry_notice_days (day date PRIMARY KEY);`,
};
