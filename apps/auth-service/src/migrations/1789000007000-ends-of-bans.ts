import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bans that run out are looked for all the time, and few accounts have one. */
export class EndsOfBans1789000007000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX users_banned_until_idx ON users (banned_until) WHERE banned_until IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX users_banned_until_idx');
  }
}
