import { isSiteValue, siteColumns, type SiteRow, PageAddresses } from '@haru/contracts';
import { memberOf } from '../../http/call.js';
import { useAppConfig } from '../api.js';

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

type SharedSite = Pick<MySite, 'path'> & Partial<Pick<MySite, 'had_own_origin' | 'access_key' | 'visibility'>>;

/** Makes the address of a page that its owner gives out; undefined until the page and the addresses of pages are loaded. */
export function useShareUrl(): (site: SharedSite | null | undefined) => string | undefined {
  const addresses = usePageAddresses();
  return (site) =>
    site ? addresses?.urlOf(site.path, site.had_own_origin, site.access_key, site.visibility) : undefined;
}

export function usePageAddresses(): PageAddresses | undefined {
  const config = useAppConfig((loaded) => loaded);
  if (config?.pagesOrigin === undefined) return undefined;
  const { origin: appOrigin, pagesOrigin, ownOriginPattern: pattern, ownOriginsFor } = config;
  return new PageAddresses({ appOrigin, pagesOrigin, pattern, ownOriginsFor });
}
