import { escapeIdentifier } from 'pg';
import type { QueryRunner } from 'typeorm';
import { firstAddressOf } from '../connection/primary-finder.js';

export interface ServiceRights {
  /** The services connect with this address; its user gets the rights. */
  serviceUrl: string;
  /** The services may read and insert rows of these tables, and never change or remove one. */
  appendOnly?: readonly string[];
}

/**
 * Grants the services' role only what it needs in the owner's tables: rows, not tables. Nothing happens if the services
 * connect as the owner: an owner can take every right it lacks.
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
  // Services may not change TypeORM's list of run migrations either.
  const kept = ['migrations', ...appendOnly].map((table) => escapeIdentifier(table)).join(', ');
  // This is one transaction: at no moment may the services have fewer rights than they need, or more than they should.
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
  const [changeable] = (await runner.query(
    `SELECT name FROM unnest($2::text[]) AS name
     WHERE has_table_privilege($1, quote_ident(name), 'UPDATE, DELETE, TRUNCATE')`,
    [role, tables],
  )) as { name: string }[];
  if (changeable) throw new Error(`the database role ${role} could change ${changeable.name}, which is append-only`);
}
