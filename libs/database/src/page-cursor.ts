import { isUuid, ServiceError } from '@haru/contracts';

/** The position of a row in a list, newest first, in SQL: microseconds and id. A Date would round the time. */
export const PAGE_CURSOR = `(extract(epoch FROM created_at) * 1000000)::bigint || '_' || id AS cursor`;

/** The rows after a cursor belong to a list that is ordered by `created_at DESC, id DESC`. */
interface PageCursor {
  micros: string;
  id: string;
}

/** @returns undefined for a text that is no cursor */
export function parsePageCursor(cursor: string): PageCursor | undefined {
  const [, micros, id] = /^(\d{1,16})_(.{36})$/.exec(cursor) ?? [];
  return micros !== undefined && id !== undefined && isUuid(id) ? { micros, id } : undefined;
}

/** @throws ServiceError VALIDATION_FAILED for a text that is no cursor */
export function requirePageCursor(cursor: string): PageCursor {
  const parsed = parsePageCursor(cursor);
  if (parsed) return parsed;
  throw invalidCursor();
}

/** Returns the condition for the rows after the cursor. @param values gets its parameters */
export function afterPageCursor({ micros, id }: PageCursor, values: unknown[]): string {
  const time = `timestamptz 'epoch' + $${values.push(micros)}::bigint * interval '1 microsecond'`;
  return `(created_at, id) < (${time}, $${values.push(id)}::uuid)`;
}

/** The rows were read with one row more than the page may have. */
export function pageOf<Row extends { cursor: string }>(
  found: readonly Row[],
  size: number,
): { rows: Omit<Row, 'cursor'>[]; next: string | null } {
  const next = found.length > size ? (found[size - 1]?.cursor ?? null) : null;
  return { rows: found.slice(0, size).map(({ cursor: _, ...row }) => row), next };
}

export const invalidCursor = (): ServiceError =>
  new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'cursor', message: 'invalid cursor' }] });
