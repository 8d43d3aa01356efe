import type { TableDeclaration } from '@haru/database';

export const filesTable: TableDeclaration = {
  name: 'files',
  // A row is written before the file and removed after it, so that storage has no file without a row.
  sql: `
    CREATE TABLE files (
      hash         bytea PRIMARY KEY,
      bytes        integer NOT NULL,
      -- Nothing removes the file within a day of this, so an upload of that age loses none.
      touched_at   timestamptz NOT NULL,
      -- A file counts as there when it is stored. One that is being removed cannot be used.
      state        text NOT NULL CHECK (state IN ('pending', 'stored', 'removing')),
      -- It is null for files that are not HTML.
      check_result jsonb,
      -- Components load it, and no page is charged for it.
      is_library   boolean NOT NULL DEFAULT false,
      -- A Markdown file has the page that is rendered from it.
      rendered_hash bytea REFERENCES files (hash) ON DELETE SET NULL
    );
    CREATE INDEX files_touched_idx ON files (touched_at);
    CREATE INDEX files_rendered_idx ON files (rendered_hash) WHERE rendered_hash IS NOT NULL;`,
};

export const treesTable: TableDeclaration = {
  name: 'trees',
  sql: `
    CREATE TABLE trees (
      -- It is the hash of the canonical form, and the content hash of sites and versions.
      hash    bytea PRIMARY KEY,
      -- It is the canonical form.
      files   text NOT NULL,
      used_at timestamptz NOT NULL
    );`,
};

export const contentFilesTable: TableDeclaration = {
  name: 'content_files',
  sql: `
    CREATE TABLE content_files (
      content_hash bytea NOT NULL REFERENCES trees (hash) ON DELETE CASCADE,
      file_hash    bytea NOT NULL REFERENCES files (hash),
      PRIMARY KEY (content_hash, file_hash)
    );
    CREATE INDEX content_files_file_idx ON content_files (file_hash);`,
};

export const sentFilesTable: TableDeclaration = {
  name: 'sent_files',
  sql: `
    CREATE TABLE sent_files (
      -- The account has sent the bytes of the file itself. Knowing a hash is not enough to publish a file.
      account_id uuid NOT NULL,
      file_hash  bytea NOT NULL REFERENCES files (hash) ON DELETE CASCADE,
      PRIMARY KEY (account_id, file_hash)
    );
    CREATE INDEX sent_files_file_idx ON sent_files (file_hash);`,
};

export const previewsTable: TableDeclaration = {
  name: 'previews',
  sql: `
    CREATE TABLE previews (
      -- It is in the name of a host. Whoever knows it sees the files.
      name       text PRIMARY KEY,
      -- It is a site, or an upload.
      subject_id uuid NOT NULL,
      -- It is the number of the site's version; 0 for an upload.
      version    integer NOT NULL,
      expires_at timestamptz NOT NULL,
      UNIQUE (subject_id, version)
    );`,
};

export const uploadsTable: TableDeclaration = {
  name: 'uploads',
  sql: `
    CREATE TABLE uploads (
      id           uuid PRIMARY KEY,
      account_id   uuid NOT NULL,
      -- An archive has no files until it is unpacked.
      files        json NOT NULL,
      -- The archive may have this many bytes; null for an upload of single files.
      archive_bytes integer,
      -- The archive is in storage as a file with this hash.
      archive_hash bytea,
      -- A process unpacks the archive; after some minutes without an end another one does.
      unpacking_at timestamptz,
      -- It says what unpacking did, or why it failed.
      report       json,
      created_at   timestamptz NOT NULL,
      expires_at   timestamptz NOT NULL
    );
    CREATE INDEX uploads_account_idx ON uploads (account_id);
    CREATE INDEX uploads_expires_idx ON uploads (expires_at);`,
};
