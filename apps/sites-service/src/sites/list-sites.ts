import { type Caller, type SiteList, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  columnsOf,
  type Conditions,
  conditionsOf,
  orderOf,
  requireSingle,
  type Row,
  rowOf,
} from './site-conditions.js';

/** Most rows of one answer; what follows is for the next page. */
const MOST_ROWS = 1_000;
/** With the pages themselves in them: the answer must fit into one message. */
const MOST_ROWS_WITH_HTML = 4;

@Injectable()
export class ListSites {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The caller's own rows; all for the service key, none for visitors.
   * @throws ServiceError with the codes of the contract
   */
  async listSites(list: SiteList, caller: Caller): Promise<{ rows: Row[]; total?: number }> {
    const columns = columnsOf(list.columns);
    const order = orderOf(list.order);
    const conditions = conditionsOf(list.filters, caller);
    const total = list.want === 'rows' ? undefined : await this.total(conditions);
    if (total !== undefined && list.offset > 0 && list.offset >= total) {
      throw new ServiceError('PGRST103', {
        faults: [
          { field: '', message: `An offset of ${list.offset} was requested, but there are only ${total} rows.` },
        ],
      });
    }
    if (list.want === 'totalOnly') return { rows: [], total };
    const most = columns.includes('html_content') ? MOST_ROWS_WITH_HTML : MOST_ROWS;
    const limit = Math.min(list.limit ?? most, most);
    const rows = await this.dataSource.query<Record<string, unknown>[]>(
      `SELECT ${columns.join(', ')} FROM sites WHERE ${conditions.where} ${order} LIMIT ${limit} OFFSET ${list.offset}`,
      conditions.values,
    );
    if (list.single) requireSingle(rows.length);
    return { rows: rows.map(rowOf), total };
  }

  private async total({ where, values }: Conditions): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM sites WHERE ${where}`,
      values,
    );
    return row?.count ?? 0;
  }
}
