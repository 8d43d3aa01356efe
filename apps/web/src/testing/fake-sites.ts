import { isNullableSiteColumn, type SiteColumn, siteColumns, type SiteRow } from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { json, type FakeServer, type SeenRequest } from './fake-server.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export const LIST = 'GET /rest/v1/sites';
export const UPDATE = 'PATCH /rest/v1/sites';
export const DELETE = 'DELETE /rest/v1/sites';
export const REMOVE_FILE = 'DELETE /storage/v1/object/html-sites';

/** Every column with a value: null, false or ''. */
const blank = Object.fromEntries(
  Object.entries(siteColumns).map(([name, type]) => [
    name,
    isNullableSiteColumn(name as SiteColumn) ? null : type === 'boolean' ? false : '',
  ]),
) as SiteRow;

/** The nth site of a list, published n hours ago, with nine days left. */
export function siteRow(place: number, change: Partial<SiteRow> = {}): SiteRow {
  const createdAt = new Date(Date.now() - place * 60 * 60 * 1000).toISOString();
  return {
    ...blank,
    id: `0b6a3a3e-0d52-4a0e-8f51-${String(place).padStart(12, '0')}`,
    user_id: ACCOUNT_ID,
    title: `ページ${place}`,
    path: `page-${place}`,
    storage_path: `files/page-${place}.html`,
    is_active: true,
    created_at: createdAt,
    expires_at: new Date(Date.now() + 9 * DAY_MS).toISOString(),
    last_modified: createdAt,
    ...change,
  };
}

/** The data API over these rows, as far as the dashboard uses it. The rows change as a real server's would. */
export function serveSites(server: FakeServer, rows: SiteRow[]): void {
  const idOf = ({ query }: SeenRequest) => query.get('id')?.replace('eq.', '');
  const rowOf = (request: SeenRequest) => rows.find(({ id }) => id === idOf(request));
  server.answer(LIST, (request) => {
    if (request.query.has('id')) {
      const row = rowOf(request);
      return row ? json(200, { storage_path: row.storage_path }) : dataRefusal(406, 'PGRST116');
    }
    const [offset, limit] = [Number(request.query.get('offset')), Number(request.query.get('limit'))];
    return json(200, rows.slice(offset, offset + limit));
  });
  server.answer(UPDATE, (request) => {
    const row = rowOf(request);
    if (!row) return dataRefusal(406, 'PGRST116');
    Object.assign(row, request.body);
    return json(200, row);
  });
  server.answer(DELETE, (request) => {
    const row = rowOf(request);
    if (row) rows.splice(rows.indexOf(row), 1);
    return new Response(null, { status: 204 });
  });
  server.answer(REMOVE_FILE, () => json(200, []));
}

/** A refusal of `/rest/v1` in the contract's shape. */
export function dataRefusal(status: number, code: string): Response {
  return json(status, { code, message: 'refused', details: null, hint: null });
}
