import type { TableDeclaration } from '@haru/database';

export const reservedPathsTable: TableDeclaration = {
  name: 'reserved_paths',
  sql: `
    CREATE TABLE reserved_paths (
      path           text COLLATE "C" PRIMARY KEY,
      user_id        uuid NOT NULL,
      -- It is infinite when pages have origins of their own.
      reserved_until timestamptz NOT NULL
    );
    CREATE INDEX reserved_paths_until_idx ON reserved_paths (reserved_until);
    CREATE INDEX reserved_paths_owner_idx ON reserved_paths (user_id);`,
};

/** The columns have the order in which the trigger of `sites` inserts them. */
export const stoppedPathsTable: TableDeclaration = {
  name: 'stopped_paths',
  sql: `
    CREATE TABLE stopped_paths (
      path           text COLLATE "C" PRIMARY KEY,
      id             uuid NOT NULL UNIQUE,
      user_id        uuid NOT NULL,
      title          text NOT NULL,
      noindex        boolean NOT NULL,
      created_at     timestamptz NOT NULL,
      expires_at     timestamptz NOT NULL,
      stopped_at     timestamptz NOT NULL,
      stopped_reason text NOT NULL,
      stopped_source text NOT NULL
    );
    CREATE INDEX stopped_paths_owner_idx ON stopped_paths (user_id);`,
};
