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

/** They were refused, and a moderator found that they are harmless. Each is the SHA-256 of the text that was given. */
export const acceptedContentsTable: TableDeclaration = {
  name: 'accepted_contents',
  sql: `
    CREATE TABLE accepted_contents (
      hash        bytea PRIMARY KEY,
      accepted_at timestamptz NOT NULL DEFAULT now()
    );`,
};
