import type { TableDeclaration } from '@haru/database';

export const duePageLooksTable: TableDeclaration = {
  name: 'due_page_looks',
  sql: `
    CREATE TABLE due_page_looks (
      site_id  uuid NOT NULL,
      number   integer NOT NULL,
      reason   text NOT NULL DEFAULT 'views',
      -- It counts the rechecks that failed.
      failures integer NOT NULL DEFAULT 0,
      due_at   timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (site_id, number)
    );`,
};

export const pageLookProgressTable: TableDeclaration = {
  name: 'page_look_progress',
  sql: `
    CREATE TABLE page_look_progress (
      -- It is published, updated, or 'rules 7' for a check by version 7 of the rules.
      name       text PRIMARY KEY,
      after_time timestamptz NOT NULL,
      after_id   uuid NOT NULL
    );`,
};
