import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ManagementLinks1789000008000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE management_links (
        user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
        created_at timestamptz NOT NULL,
        last_used_at timestamptz
      )
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE management_links');
  }
}
