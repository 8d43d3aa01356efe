import { type ReportPage, type ReportSummary, type reportListQuerySchema } from '@haru/contracts';
import { afterPageCursor, PAGE_CURSOR, pageOf, requirePageCursor } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';

type Query = z.output<typeof reportListQuerySchema>;

export interface SummaryRow extends Omit<ReportSummary, 'created_at'> {
  created_at: Date;
}

/** What lists and details have in common. */
export const summaryColumns = 'id, type, state, title, created_at, email IS NOT NULL AS answerable';

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
      ...(cursor === undefined ? [] : [afterPageCursor(requirePageCursor(cursor), values)]),
    ];
    const found = await this.dataSource.query<(SummaryRow & { cursor: string })[]>(
      `SELECT ${summaryColumns}, ${PAGE_CURSOR} FROM reports ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
       ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
      values,
    );
    const { rows, next } = pageOf(found, limit);
    return { reports: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), next };
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
