import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the page that is rendered from a Markdown file. */
export class AddRenderedFiles1795900000000 implements MigrationInterface {
  readonly name = 'AddRenderedFiles1795900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files ADD rendered_hash bytea REFERENCES files (hash) ON DELETE SET NULL;
      CREATE INDEX files_rendered_idx ON files (rendered_hash) WHERE rendered_hash IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP rendered_hash');
  }
}
