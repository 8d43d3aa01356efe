import {
  isNullableSiteColumn,
  limits,
  recoveryRoutes,
  siteColumns,
  type EndedSite,
  type SiteColumn,
  type SiteRow,
} from '@haru/contracts';
import { ACCOUNT_ID } from './fake-accounts.js';
import { json, refusal, type FakeServer, type SeenRequest } from './fake-server.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export const LIST = 'GET /rest/v1/sites';
export const UPDATE = 'PATCH /rest/v1/sites';
export const DELETE = 'DELETE /rest/v1/sites';
export const DELETED = 'GET /functions/v1/deleted-sites';
export const RESTORE = 'POST /functions/v1/restore-site';
export const PURGE = 'POST /functions/v1/purge-site';
export const REMOVE_FILE = 'DELETE /storage/v1/object/html-sites';

const blanks: Partial<Record<string, boolean | number>> = { boolean: false, integer: 1 };

/** Every column has a value: null, false, 1 or ''. */
const blank = Object.fromEntries(
  Object.entries(siteColumns).map(([name, type]) => [
    name,
    isNullableSiteColumn(name as SiteColumn) ? null : (blanks[type] ?? ''),
  ]),
) as unknown as SiteRow;

/** Makes the nth site of a list, published n hours ago, with nine days left. */
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

/** Serves the part of the data API that the dashboard uses over these rows, which change as a real server's would. */
export function serveSites(server: FakeServer, rows: SiteRow[], ended: EndedSite[] = []): void {
  const idOf = ({ query }: SeenRequest) => query.get('id')?.replace('eq.', '');
  const rowOf = (request: SeenRequest) => rows.find(({ id }) => id === idOf(request));
  server.answer(LIST, (request) => {
    const listed = rows.filter((row) => isListed(row, request.query));
    const after = /id\.gt\.([0-9a-f-]+)/.exec(request.query.getAll('or').join())?.[1];
    const from = listed.findIndex(({ id }) => id === after) + 1;
    const limit = request.query.get('limit');
    const part = limit === null ? listed : listed.slice(from, from + Number(limit));
    return json(200, part, { 'content-range': `*/${listed.length}` });
  });
  server.answer(UPDATE, (request) => {
    const row = rowOf(request);
    if (!row) return dataRefusal(406, 'PGRST116');
    Object.assign(row, request.body);
    return json(200, row);
  });
  server.answer(DELETE, (request) => {
    const ids = request.query.get('id') ?? '';
    const gone = rows.filter(({ id }) => ids.includes(id));
    for (const row of gone) {
      rows.splice(rows.indexOf(row), 1);
      ended.unshift(endedSite(row));
    }
    return json(200, gone);
  });
  server.answer(REMOVE_FILE, () => json(200, []));
  const takeEnded = (id: string) => {
    const at = ended.findIndex((site) => site.id === id);
    return ended.splice(at, 1)[0];
  };
  server.serve(recoveryRoutes.listDeletedSites, () => ({ sites: ended, next: null }));
  server.answer(RESTORE, ({ body }) => {
    const site = takeEnded((body as { id: string }).id);
    if (!site) return refusal(404, 'SITE_NOT_FOUND');
    const { id, path, title } = site;
    rows.push(siteRow(0, { id, path, title }));
    return json(200, { success: true });
  });
  server.serve(recoveryRoutes.purgeSite, ({ body: { id } }) => {
    takeEnded(id);
    return {};
  });
}

/** Tells whether the filters and the search of the dashboard match, as the data API reads them. */
function isListed(row: SiteRow, query: URLSearchParams): boolean {
  const expiries = query.getAll('expires_at').every((filter) => {
    const [operator = '', at = ''] = filter.split(/\.(.*)/s);
    return operator === 'gt' ? row.expires_at > at : row.expires_at <= at;
  });
  const alternatives = query.getAll('or').every((group) => {
    const words = /^\(title\.ilike\."\*(.*)\*",path\.ilike/.exec(group)?.[1]?.replaceAll(/\\(.)/g, '$1').toLowerCase();
    return words === undefined || row.title.toLowerCase().includes(words) || row.path.includes(words);
  });
  return expiries && alternatives && (row.is_active || !query.has('is_active'));
}

/** Makes a deleted site as the list of deleted pages has it. */
export function endedSite({ id, path, title, expires_at }: SiteRow, change: Partial<EndedSite> = {}): EndedSite {
  const deletedAt = new Date();
  const purgeAt = new Date(deletedAt.getTime() + limits.deletedKeptDays * DAY_MS);
  const times = { deleted_at: deletedAt.toISOString(), purge_at: purgeAt.toISOString() };
  return { id, path, title, expires_at, state: 'deleted', ...times, ...change };
}

/** Makes a refusal of `/rest/v1` in the contract's shape. */
export function dataRefusal(status: number, code: string): Response {
  return json(status, { code, message: 'refused', details: null, hint: null });
}
