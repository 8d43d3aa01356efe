import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records which account has sent the bytes of a file. Knowing a hash is not enough to publish a file. */
export class AddSentFiles1795551000000 implements MigrationInterface {
  readonly name = 'AddSentFiles1795551000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sent_files (
        account_id uuid NOT NULL,
        file_hash bytea NOT NULL REFERENCES files (hash) ON DELETE CASCADE,
        PRIMARY KEY (account_id, file_hash)
      );
      CREATE INDEX sent_files_file_idx ON sent_files (file_hash)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sent_files');
  }
}
