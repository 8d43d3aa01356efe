import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSites1795200001001 implements MigrationInterface {
  readonly name = 'CreateSites1795200001001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sites (
        id            uuid PRIMARY KEY,
        user_id       uuid NOT NULL,
        title         text NOT NULL,
        path          text COLLATE "C" NOT NULL,
        html_content  text NOT NULL,
        storage_path  text NOT NULL,
        is_active     boolean NOT NULL DEFAULT true,
        noindex       boolean NOT NULL DEFAULT false,
        created_at    timestamptz NOT NULL,
        expires_at    timestamptz NOT NULL,
        last_modified timestamptz NOT NULL,
        CONSTRAINT sites_path_key UNIQUE (path),
        CONSTRAINT sites_path_check CHECK (path ~ '^[a-z0-9-]{3,20}$'),
        CONSTRAINT sites_html_content_check CHECK (octet_length(html_content) <= 1048576)
      )
    `);
    await runner.query('CREATE INDEX sites_owner_idx ON sites (user_id, created_at DESC)');
    await runner.query('CREATE INDEX sites_expiry_idx ON sites (expires_at) WHERE is_active');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sites');
  }
}
