import { escapeIdentifier } from 'pg';
import type { QueryRunner } from 'typeorm';
import { firstAddressOf } from '../connection/primary-finder.js';

export interface ServiceRights {
  /** The address that the services connect with; its user gets the rights. */
  serviceUrl: string;
  /** Tables of which the services may read and insert rows, and never change or remove one. */
  appendOnly?: readonly string[];
}

/**
 * Gives the services' role what it needs in the owner's tables and no more: rows, not tables. Nothing happens where the
 * services connect as the owner: an owner can take every right it lacks.
 * @throws Error when the role could still change an append-only table, as a superuser can
 */
export async function grantServiceRights(
  runner: QueryRunner,
  { serviceUrl, appendOnly = [] }: ServiceRights,
): Promise<void> {
  const role = decodeURIComponent(new URL(firstAddressOf(serviceUrl)).username);
  const [owner] = (await runner.query('SELECT current_user AS name')) as { name: string }[];
  if (owner?.name === role) return;
  const to = escapeIdentifier(role);
  // TypeORM's list of what ran is nothing for services to change either.
  const kept = ['migrations', ...appendOnly].map((table) => escapeIdentifier(table)).join(', ');
  // In one transaction: at no moment may the services do less than they need, or more than they should.
  await runner.startTransaction();
  try {
    await runner.query(`
      GRANT USAGE ON SCHEMA public TO ${to};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to};
      REVOKE UPDATE, DELETE, TRUNCATE, TRIGGER, REFERENCES ON ${kept} FROM ${to};
    `);
    await requireAppendOnly(runner, role, appendOnly);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function requireAppendOnly(runner: QueryRunner, role: string, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const rows = (await runner.query(`SELECT has_table_privilege($1, $2, 'UPDATE, DELETE, TRUNCATE') AS may`, [
      role,
      escapeIdentifier(table),
    ])) as { may: boolean }[];
    if (rows[0]?.may !== false)
      throw new Error(`the database role ${role} could change ${table}, which is append-only`);
  }
}
