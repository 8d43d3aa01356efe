import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pages that are trees of files, and uploads. */
export class AddTrees1795534200000 implements MigrationInterface {
  readonly name = 'AddTrees1795534200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE files (
        hash bytea PRIMARY KEY,
        bytes integer NOT NULL,
        touched_at timestamptz NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'stored', 'removing')),
        check_result jsonb
      );
      CREATE INDEX files_touched_idx ON files (touched_at);
      CREATE TABLE trees (
        hash bytea PRIMARY KEY,
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
        files json NOT NULL,
        archive_bytes integer,
        archive_hash bytea,
        unpacking_at timestamptz,
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
