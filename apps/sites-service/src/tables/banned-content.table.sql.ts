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

/** These contents were refused, and a moderator found them harmless. The hash is the SHA-256 of the source. */
export const acceptedContentsTable: TableDeclaration = {
  name: 'accepted_contents',
  sql: `
    CREATE TABLE accepted_contents (
      hash        bytea PRIMARY KEY,
      accepted_at timestamptz NOT NULL DEFAULT now()
    );`,
};
