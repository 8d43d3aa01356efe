import type { DataSource } from 'typeorm';
import { PAGE_HTML } from '../../../apps/sites-service/src/tables/columns.js';
import { uuidOf } from './sites-system.js';

/** What is asked, as the service asks it, with values in place of parameters. */
const statements = (rowCount: number) => ({
  'count: what is overdue, taken off the total': `SELECT count(*) FROM sites WHERE is_active AND expires_at <= now()`,
  'count: the total and its differences': `
    SELECT (SELECT total FROM active_site_total) + (SELECT coalesce(sum(delta), 0) FROM active_site_deltas)`,
  'list: an account, newest first': `
    SELECT id, path, title, created_at FROM sites WHERE user_id = ${uuidOf(`'account1'`)}
    ORDER BY created_at DESC LIMIT 1000`,
  'publish: is the path taken or reserved': `
    SELECT EXISTS (SELECT FROM sites WHERE path = 'a-new-one'), EXISTS (SELECT FROM reserved_paths WHERE path = 'a-new-one')`,
  'serve a miss: the state': `SELECT id, storage_path FROM sites WHERE path = 'page-${rowCount}'`,
  'serve a miss: the page': `SELECT title, ${PAGE_HTML} FROM sites WHERE id = ${uuidOf(`'site${rowCount}'`)}`,
  'versions: a page with a thousand': `
    SELECT number, title, bytes, source, label, created_at FROM page_versions WHERE site_id = ${uuidOf(`'site1'`)}
    ORDER BY number DESC LIMIT 51`,
  'sweep: a batch': `
    SELECT id FROM sites WHERE is_active AND expires_at <= now() + interval '11 days'
    ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED`,
  'purge: a batch': `
    SELECT id FROM sites WHERE NOT is_active AND expires_at <= now()
    ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED`,
});

/** Prints how Postgres goes about each statement. */
export async function explain(dataSource: DataSource, rowCount: number): Promise<void> {
  for (const [what, statement] of Object.entries(statements(rowCount))) {
    console.log(`\n${what}`);
    const plan = await dataSource.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${statement}`,
    );
    for (const { 'QUERY PLAN': line } of plan) console.log(`    ${line}`);
  }
}
