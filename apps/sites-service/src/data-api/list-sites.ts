import { type Caller, type SiteList, ServiceError } from '@haru/contracts';
import { onlyRow } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAnswerFits, requirePagesFit } from './answer-bounds.js';
import { type Conditions, conditionsOf, orderOf, requireSingle, type Row, selectionOf } from './site-conditions.js';
import { selectColumns } from '../tables/columns.js';
import { SitePolicies } from '../sites/site-policies.js';

/** If this limit cuts off a list, the answer has its total. */
const MAX_ROWS = 1_000;

@Injectable()
export class ListSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
  ) {}

  /**
   * Lists the caller's own rows; all rows for the service key, none for visitors. Rows that do not fit into one answer
   * are refused.
   */
  async listSites(list: SiteList, caller: Caller): Promise<{ rows: Row[]; total?: number }> {
    if (caller.role !== 'anon') this.policies.require('list', caller);
    const { columns, rowOf } = selectionOf(list.columns, list.single);
    const order = orderOf(list.order);
    const conditions = conditionsOf(list.filters, caller);
    const total = list.want === 'rows' ? undefined : await this.total(conditions);
    if (total !== undefined && list.offset > total) {
      throw new ServiceError('PGRST103', {
        faults: [
          { field: '', message: `An offset of ${list.offset} was requested, but there are only ${total} rows.` },
        ],
      });
    }
    if (list.want === 'totalOnly') return { rows: [], total };
    const limit = Math.min(list.limit ?? MAX_ROWS, MAX_ROWS);
    const part = `${order} LIMIT ${limit} OFFSET ${list.offset}`;
    const pages = await requirePagesFit(this.dataSource, columns, conditions, part);
    // The answer has space for one page.
    if (list.single && pages !== undefined) requireSingle(pages);
    const found = await this.dataSource.query<Record<string, unknown>[]>(
      `SELECT ${selectColumns(columns, caller)} FROM sites WHERE ${conditions.where} ${part}`,
      conditions.values,
    );
    if (list.single) requireSingle(found.length);
    const rows = found.map(rowOf);
    requireAnswerFits(rows);
    const isCut = rows.length === MAX_ROWS && list.limit !== MAX_ROWS;
    return { rows, total: total ?? (isCut ? await this.total(conditions) : undefined) };
  }

  private async total({ where, values }: Conditions): Promise<number> {
    const sql = `SELECT count(*)::int AS count FROM sites WHERE ${where}`;
    return onlyRow(await this.dataSource.query<{ count: number }[]>(sql, values)).count;
  }
}
