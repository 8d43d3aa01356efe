import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

/** Services react to these errors of Postgres. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresErrors = {
  uniqueViolation: '23505',
  lockNotAvailable: '55P03',
} as const;

/**
 * Tells whether a statement failed with this error, by TypeORM or by the driver itself.
 * @param constraint the name of the violated constraint; any if absent
 */
export function isPostgresError(error: unknown, name: keyof typeof postgresErrors, constraint?: string): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(cause instanceof DatabaseError) || cause.code !== postgresErrors[name]) return false;
  return constraint === undefined || cause.constraint === constraint;
}
