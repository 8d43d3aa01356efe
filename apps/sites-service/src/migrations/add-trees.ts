import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pages that are trees of files, and uploads. */
export class AddTrees1795534200000 implements MigrationInterface {
  readonly name = 'AddTrees1795534200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE files (
        hash bytea PRIMARY KEY,
        bytes integer NOT NULL,
        -- Nothing removes the file within a day of this, so an upload of that age loses none.
        touched_at timestamptz NOT NULL,
        -- A file counts as there when it is stored. One that is being removed cannot be used.
        state text NOT NULL CHECK (state IN ('pending', 'stored', 'removing')),
        -- It is null for files that are not HTML.
        check_result jsonb
      );
      CREATE INDEX files_touched_idx ON files (touched_at);
      CREATE TABLE trees (
        -- It is the hash of the canonical form, and the content hash of sites and versions.
        hash bytea PRIMARY KEY,
        -- It is the canonical form.
        files text NOT NULL,
        used_at timestamptz NOT NULL
      );
      CREATE TABLE content_files (
        content_hash bytea NOT NULL REFERENCES trees (hash) ON DELETE CASCADE,
        file_hash bytea NOT NULL REFERENCES files (hash),
        PRIMARY KEY (content_hash, file_hash)
      );
      CREATE INDEX content_files_file_idx ON content_files (file_hash);
      CREATE TABLE uploads (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        -- An archive has no files until it is unpacked.
        files json NOT NULL,
        -- The archive may have this many bytes; null for an upload of single files.
        archive_bytes integer,
        -- The archive is in storage as a file with this hash.
        archive_hash bytea,
        -- A process unpacks the archive; after some minutes without an end another one does.
        unpacking_at timestamptz,
        -- It says what unpacking did, or why it failed.
        report json,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX uploads_account_idx ON uploads (account_id);
      CREATE INDEX uploads_expires_idx ON uploads (expires_at);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE uploads, content_files, trees, files');
  }
}
