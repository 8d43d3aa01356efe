import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsedSignInMessages1789000004000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE used_sign_in_messages (
        -- SHA-256 of chain and message. Not of the signature: a message can have several that are good.
        message_hash bytea PRIMARY KEY,
        -- From then on the message is too old anyway.
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX used_sign_in_messages_expires_at_idx ON used_sign_in_messages (expires_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE used_sign_in_messages');
  }
}
