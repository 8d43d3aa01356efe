import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type DataSource, EntityManager, QueryFailedError } from 'typeorm';

/** Postgres distinguishes prepared statements by names of at most 63 bytes; few texts are ever prepared. */
const names = new Map<string, string>();

/**
 * Works like `query`, for a frequent statement: each connection plans it once. For publishing's one statement that is
 * 0.34 instead of 0.64 ms of Postgres's time. Its text must be a constant, with all that varies in `values`.
 * @returns the rows
 * @throws QueryFailedError as `query` does
 */
export async function queryPrepared<Row extends object>(
  database: DataSource | EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const given = database instanceof EntityManager ? database.queryRunner : undefined;
  const runner = given ?? (database instanceof EntityManager ? database.dataSource : database).createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    const { rows } = await client.query<Row>({ name: nameOf(text), text, values: [...values] });
    return rows;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new QueryFailedError(text, [...values], error);
  } finally {
    if (!given) await runner.release();
  }
}

/** The statement always answers one row. @throws Error when there is none */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the statement answered no row');
  return row;
}

/** Tells whether Postgres refused a value or a constraint, so that the statement wrote nothing. */
export function isRefusedByDatabase(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const { code } = error.driverError as { code?: string };
  // These are data exception and integrity constraint violation:
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  return /^2[23]/.test(code ?? '');
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = hash('sha256', text, 'base64url');
    names.set(text, name);
  }
  return name;
}
