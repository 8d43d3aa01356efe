import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the sites whose Markdown is not rendered yet, instead of the contents whose code has no colours yet. */
export class RenderPagesLater1795920000000 implements MigrationInterface {
  readonly name = 'RenderPagesLater1795920000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contents DROP COLUMN needs_highlight;
      CREATE INDEX sites_unrendered_idx ON sites (last_modified) WHERE storage_path LIKE '%.md'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX sites_unrendered_idx;
      ALTER TABLE contents ADD COLUMN needs_highlight boolean NOT NULL DEFAULT false;
      CREATE INDEX contents_needs_highlight_idx ON contents (used_at) WHERE needs_highlight`);
  }
}
