import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createStatements, dropStatements, type TableDeclaration } from './table-declaration.js';

/**
 * The first migration of a database creates the tables as they are declared.
 * @param name with a time in milliseconds at its end, by which TypeORM orders migrations
 */
export function baselineMigration(name: string, tables: readonly TableDeclaration[]): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of createStatements(tables)) await runner.query(statement);
    }

    async down(runner: QueryRunner): Promise<void> {
      for (const statement of dropStatements(tables)) await runner.query(statement);
    }
  };
}
