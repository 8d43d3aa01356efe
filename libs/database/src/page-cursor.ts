import { isUuid, ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

/** The position of a row in a list: the microseconds of its time, and its id. A Date would round the time. */
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

interface PageOfList {
  /** The `next` of the page before. */
  after: string | undefined;
  limit: number;
  /** The list is ordered by this column, newest first when left out. */
  order?: 'created_at DESC' | 'due_at ASC';
}

/**
 * Reads a page of a list.
 * @param list `SELECT … FROM … WHERE …` with the columns `id` and that of the order
 * @throws ServiceError VALIDATION_FAILED for an invalid cursor
 */
export async function readPage<Row>(
  database: Pick<EntityManager, 'query'>,
  list: string,
  values: readonly unknown[],
  { after, limit, order = 'created_at DESC' }: PageOfList,
): Promise<{ rows: Row[]; next: string | null }> {
  const [time, direction] = order.split(' ');
  const cursor = after === undefined ? undefined : requirePageCursor(after);
  const [micros, id] = [`$${values.length + 1}::bigint`, `$${values.length + 2}::uuid`];
  const position = `(timestamptz 'epoch' + ${micros} * interval '1 microsecond', ${id})`;
  const follows = cursor ? `WHERE (${time}, id) ${direction === 'DESC' ? '<' : '>'} ${position}` : '';
  const found = await database.query<(Row & { cursor: string })[]>(
    `SELECT listed.*, (extract(epoch FROM ${time}) * 1000000)::bigint || '_' || id AS cursor FROM (${list}) AS listed
     ${follows} ORDER BY ${time} ${direction}, id ${direction} LIMIT ${limit + 1}`,
    cursor ? [...values, cursor.micros, cursor.id] : [...values],
  );
  const next = found.length > limit ? (found[limit - 1]?.cursor ?? null) : null;
  return { rows: found.slice(0, limit).map(({ cursor: _, ...row }) => row as Row), next };
}

export const invalidCursor = (): ServiceError =>
  new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'cursor', message: 'invalid cursor' }] });
