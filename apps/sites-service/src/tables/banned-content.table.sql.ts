import type { TableDeclaration } from '@haru/database';

export const bannedContentsTable: TableDeclaration = {
  name: 'banned_contents',
  sql: `
    CREATE TABLE banned_contents (
      hash       bytea PRIMARY KEY,
      similarity text,
      -- The worker computes outdated similarities again.
      similarity_version integer NOT NULL DEFAULT 1,
      similarity_failures integer NOT NULL DEFAULT 0,
      similarity_due_at  timestamptz NOT NULL DEFAULT now(),
      reason     text NOT NULL,
      banned_at  timestamptz NOT NULL
    );`,
};
