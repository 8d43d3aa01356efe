import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pages whose source is not HTML. */
export class AddFormats1795555000000 implements MigrationInterface {
  readonly name = 'AddFormats1795555000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contents
        ADD COLUMN format text,
        ADD COLUMN rendered text STORAGE EXTERNAL,
        ADD COLUMN needs_highlight boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT contents_rendered_check CHECK (octet_length(rendered) <= 1048576) NOT VALID;
      ALTER TABLE contents VALIDATE CONSTRAINT contents_rendered_check;
      CREATE INDEX contents_needs_highlight_idx ON contents (used_at) WHERE needs_highlight;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contents DROP COLUMN format, DROP COLUMN rendered, DROP COLUMN needs_highlight');
  }
}
