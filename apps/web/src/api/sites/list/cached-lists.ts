import type { MySite } from '../my-site.js';
import type { ListPart } from './list-query.js';

export interface MySitesPage {
  rows: MySite[];
  /** The next part begins here; null at the end. The last row does not tell it: a changed row keeps its place. */
  next: ListPart | null;
  total: number | undefined;
}

export interface Found {
  site: MySite;
  page: number;
  at: number;
}

/** Changes parts of a cached list by id: rows may have moved between a change and its refusal. */
export const cachedParts = {
  find: (pages: readonly MySitesPage[], id: string): Found | undefined =>
    pages.flatMap(({ rows }, page) => rows.map((site, at) => ({ site, page, at }))).find(({ site }) => site.id === id),
  patch: (pages: MySitesPage[], id: string, change: Partial<MySite>): void => {
    const site = pages.flatMap(({ rows }) => rows).find((row) => row.id === id);
    if (site) Object.assign(site, change);
  },
  /** @param holdsAll the list has all pages of the account, also those that are not loaded yet */
  remove: (pages: MySitesPage[], ids: ReadonlySet<string>, holdsAll: boolean): void => {
    let removed = 0;
    for (const page of pages) {
      const left = page.rows.filter(({ id }) => !ids.has(id));
      removed += page.rows.length - left.length;
      page.rows = left;
    }
    addToTotal(pages, -(holdsAll ? ids.size : removed));
  },
  putBack: (pages: MySitesPage[], found: Found | undefined, holdsAll: boolean): void => {
    if (found) pages[found.page]?.rows.splice(found.at, 0, found.site);
    if (found || holdsAll) addToTotal(pages, 1);
  },
};

function addToTotal([first]: MySitesPage[], count: number): void {
  if (first?.total !== undefined) first.total += count;
}
