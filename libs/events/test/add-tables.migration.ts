import { createStatements } from '@haru/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inboxTable, outboxTable } from '../src/index.js';

export class AddTables1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of createStatements([outboxTable, inboxTable])) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox, outbox');
  }
}
