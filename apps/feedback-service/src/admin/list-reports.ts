import { type ReportPage, type ReportSummary, type reportListQuerySchema, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';

type Query = z.output<typeof reportListQuerySchema>;

export interface SummaryRow extends Omit<ReportSummary, 'created_at'> {
  created_at: Date;
}

/** What lists and details have in common. */
export const summaryColumns = 'id, type, state, title, created_at, email IS NOT NULL AS answerable';

const cursorSchema = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** Reports, newest first, a page at a time. */
@Injectable()
export class ListReports {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws ServiceError VALIDATION_FAILED for a cursor that no page gave */
  async listReports({ state, type, search, cursor, limit }: Query): Promise<ReportPage> {
    const values: unknown[] = [];
    const conditions = [
      ...(state === undefined ? [] : [`state = $${values.push(state)}`]),
      ...(type === undefined ? [] : [`type = $${values.push(type)}`]),
      ...(search?.trim() ? [matches(values.push(containing(search.trim())))] : []),
      ...(cursor === undefined
        ? []
        : [`(created_at, id) < ($${values.push(...parseCursor(cursor)) - 1}, $${values.length})`]),
    ];
    const rows = await this.dataSource.query<SummaryRow[]>(
      `SELECT ${summaryColumns} FROM reports ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
       ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
      values,
    );
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      reports: page.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
      next: last ? cursorOf(last) : null,
    };
  }
}

function matches(parameter: number): string {
  return `(title ILIKE $${parameter} OR description ILIKE $${parameter})`;
}

/** The pattern of LIKE for whatever contains the text; its own wildcards are letters like others. */
function containing(text: string): string {
  return `%${text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&')}%`;
}

function cursorOf({ created_at, id }: SummaryRow): string {
  return Buffer.from(`${created_at.getTime()}.${id}`).toString('base64url');
}

function parseCursor(cursor: string): [Date, string] {
  const parsed = cursorSchema.safeParse(Buffer.from(cursor, 'base64url').toString().split('.'));
  if (parsed.success) return [new Date(parsed.data[0]), parsed.data[1]];
  throw new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'cursor', message: 'not the next of any page' }] });
}
