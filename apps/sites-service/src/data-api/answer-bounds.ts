import { ServiceError } from '@haru/contracts';
import { PACKET_MAX_BYTES } from '@haru/messaging';
import { jsonParts } from '@haru/service-runtime';
import type { DataSource, EntityManager } from 'typeorm';
import type { Conditions, Row } from './site-conditions.js';

/** The rows may have this many bytes as JSON. 64 KiB are left for the rest of the message. */
const MAX_BYTES = PACKET_MAX_BYTES - 65_536;

/**
 * Checks that the requested pages fit into one answer, before they are read.
 * @param part `ORDER BY … LIMIT …` of the matching rows
 * @returns how many rows these are, when pages are requested
 */
export async function requirePagesFit(
  database: DataSource | EntityManager,
  columns: readonly string[],
  { where, values }: Conditions,
  part = '',
): Promise<number | undefined> {
  if (!columns.includes('html_content')) return undefined;
  const [asked] = await database.query<{ bytes: number; count: number }[]>(
    `SELECT coalesce(sum(bytes) FILTER (WHERE storage_path LIKE '%.html'), 0)::float8 AS bytes, count(*)::int AS count
     FROM (SELECT bytes, storage_path FROM sites WHERE ${where} ${part}) AS asked`,
    values,
  );
  if ((asked?.bytes ?? 0) > MAX_BYTES) throw tooLarge();
  return asked?.count;
}

/** Call it before the commit, so that a change whose answer does not fit is rolled back. */
export function requireAnswerFits(rows: readonly Row[]): void {
  if (jsonParts(rows).bytes > MAX_BYTES) throw tooLarge();
}

function tooLarge(): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', { message: 'The rows are over 8 MiB: ask for fewer at a time' });
}
