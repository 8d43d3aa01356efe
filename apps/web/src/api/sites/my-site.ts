import { isSiteValue, siteColumns, type SiteRow } from '@haru/contracts';
import { memberOf } from '../../http/call.js';

/** The list has none of these columns: it shows neither the page itself nor what follows from the other columns. */
const hidden = [
  'user_id',
  'html_content',
  'storage_path',
  'is_active',
  'last_modified',
  'version',
  'password',
] as const;

export type MySite = Omit<SiteRow, (typeof hidden)[number]>;

const hiddenNames: readonly string[] = hidden;
const columns = Object.keys(siteColumns).filter((name): name is keyof MySite => !hiddenNames.includes(name));

export const COLUMNS = columns.join(',');

export const isMySite = (row: unknown): row is MySite =>
  columns.every((column) => isSiteValue(column, memberOf(row, column)));

export const rowsIn = (data: unknown): MySite[] | undefined =>
  Array.isArray(data) && data.every(isMySite) ? data : undefined;

/** The data API then says how many rows there are. */
export const COUNTED = { headers: { prefer: 'count=exact' } };

/** Makes the request for rows of the account's pages. `query` has the other members of the data API's query. */
export const sitesOf = (account: string, query: string, columns = COLUMNS) =>
  ({ path: `/rest/v1/sites?select=${columns}&user_id=eq.${account}&${query}`, auth: 'required' }) as const;

/** Whether only some people see the page. */
export function isClosed(visibility: string | undefined): visibility is 'secret' | 'password' {
  return visibility === 'secret' || visibility === 'password';
}
