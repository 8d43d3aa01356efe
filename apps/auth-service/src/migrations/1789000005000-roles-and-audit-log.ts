import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RolesAndAuditLog1789000005000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE users
        ADD COLUMN haru_role text CHECK (haru_role IN ('moderator', 'admin')),
        ADD COLUMN ban_reason text CHECK (char_length(ban_reason) <= 1000);
      CREATE INDEX users_haru_role_idx ON users (haru_role) WHERE haru_role IS NOT NULL;

      -- Append-only: the services' role may read and insert, nothing else (see append-only-tables.ts).
      -- No reference to users: an entry outlives whom it is about.
      CREATE TABLE audit_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        -- NULL: the command line.
        actor_id uuid,
        -- As it was then: accounts are renamed and deleted.
        actor_email text,
        action text NOT NULL,
        subject_kind text NOT NULL,
        subject_id text NOT NULL,
        reason text,
        details jsonb NOT NULL DEFAULT '{}'
      );
      CREATE INDEX audit_log_subject_idx ON audit_log (subject_kind, subject_id, id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE audit_log;
      DROP INDEX users_haru_role_idx;
      ALTER TABLE users DROP COLUMN haru_role, DROP COLUMN ban_reason;
    `);
  }
}
