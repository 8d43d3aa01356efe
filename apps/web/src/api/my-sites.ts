import { api } from './api.js';
import { COLUMNS, isMySite, type MySite } from './my-site.js';

export type SiteOrder = 'created_at.desc' | 'created_at.asc' | 'expires_at.asc' | 'title.asc';

export interface MySitesRequest {
  /** Whose list it is: another account never finds this one's in the cache. */
  account: string;
  order: SiteOrder;
}

export interface MySitesPage {
  rows: MySite[];
  /** Whether the server may have rows after these. */
  more: boolean;
}

interface PageRange {
  offset: number;
  limit: number;
}

export type SiteChange = Partial<Pick<MySite, 'path' | 'noindex' | 'expires_at'>>;

export interface UpdateSiteRequest {
  id: string;
  change: SiteChange;
  /** Show the change before the server has answered, and take it back if it refuses. */
  optimistic?: boolean;
}

/** Refusals that come of a change made elsewhere, as in another tab: another try needs the site as it is. */
const saysListIsStale: ReadonlySet<string> = new Set(['EXPIRY_NOT_ALLOWED', 'SITE_STOPPED']);
/** A screenful, and then fewer round trips. */
const FIRST_PAGE_ROWS = 24;
const NEXT_PAGE_ROWS = 100;
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const mySitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMySites: build.infiniteQuery<MySitesPage, MySitesRequest, PageRange>({
      infiniteQueryOptions: {
        initialPageParam: { offset: 0, limit: FIRST_PAGE_ROWS },
        getNextPageParam: (last, pages) =>
          last.more
            ? { offset: pages.reduce((sum, { rows }) => sum + rows.length, 0), limit: NEXT_PAGE_ROWS }
            : undefined,
      },
      query: ({ queryArg: { order }, pageParam: { offset, limit } }) => ({
        path: (accountId) =>
          `/rest/v1/sites?select=${COLUMNS}&user_id=eq.${accountId}&order=${order}&offset=${offset}&limit=${limit}`,
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) && data.every(isMySite) ? pageOf(data, limit) : undefined),
      }),
      // Coming back to the dashboard asks again: sites are also published and changed elsewhere.
      keepUnusedDataFor: 0,
      providesTags: ['MySites'],
    }),

    updateSite: build.mutation<MySite, UpdateSiteRequest>({
      query: ({ id, change }) => ({
        path: `/rest/v1/sites?id=eq.${id}&select=${COLUMNS}`,
        method: 'PATCH',
        headers: { ...ONE_ROW, prefer: 'return=representation' },
        body: change.expires_at === undefined ? change : { ...change, last_modified: new Date().toISOString() },
        auth: 'required',
        read: ({ data }) => (isMySite(data) ? data : undefined),
      }),
      onQueryStarted: async ({ id, change, optimistic }, store) => {
        const { dispatch, queryFulfilled } = store;
        const lists = listsIn(store.getState());
        const before = optimistic ? lists.map((list) => ({ list, site: list.find(id)?.site })) : [];
        if (optimistic) for (const { list } of before) dispatch(list.patch(id, change));
        try {
          const { data } = await queryFulfilled;
          for (const list of lists) dispatch(list.patch(id, data));
        } catch {
          // The caller gets the error as the mutation's result; here only the lists are restored.
          for (const { list, site } of before) if (site) dispatch(list.patch(id, onlyKeysOf(change, site)));
        }
      },
      invalidatesTags: (_done, error) => (error && saysListIsStale.has(error.code) ? ['MySites'] : []),
    }),

    /** Reads where the file is, deletes the row, then the file; the row decides whether it worked. */
    deleteSite: build.mutation<null, string>({
      queryFn: async (id, _api, _options, ask) => {
        const stored = await ask({
          path: `/rest/v1/sites?select=storage_path&id=eq.${id}`,
          headers: ONE_ROW,
          auth: 'required',
          read: ({ data }) => ({ path: storagePathOf(data) }),
        });
        // A site that is gone already is what was wanted.
        if (stored.error?.code === 'PGRST116') return { data: null };
        if (stored.error) return { error: stored.error };
        const removed = await ask({
          path: `/rest/v1/sites?id=eq.${id}`,
          method: 'DELETE',
          auth: 'required',
          read: () => null,
        });
        if (removed.error) return { error: removed.error };
        const { path } = stored.data as { path: string | undefined };
        if (path !== undefined) {
          const file = await ask({
            path: '/storage/v1/object/html-sites',
            method: 'DELETE',
            body: { prefixes: [path] },
            auth: 'required',
            read: () => null,
          });
          // The site is gone all the same: the server's own clean-up takes the file.
          if (file.error) console.warn('the file of a deleted site was left to the clean-up', file.error.code);
        }
        return { data: null };
      },
      onQueryStarted: async (id, store) => {
        const { dispatch, queryFulfilled } = store;
        const taken = listsIn(store.getState()).map((list) => ({ list, found: list.find(id) }));
        for (const { list } of taken) dispatch(list.remove(id));
        try {
          await queryFulfilled;
        } catch {
          // The caller gets the error as the mutation's result; here only the lists are restored.
          for (const { list, found } of taken) if (found) dispatch(list.putBack(found));
        }
      },
      invalidatesTags: (done) => (done === null ? ['SiteCount'] : []),
    }),
  }),
});

export const { useListMySitesInfiniteQuery, useUpdateSiteMutation, useDeleteSiteMutation } = mySitesApi;

type ApiState = Parameters<typeof mySitesApi.util.selectCachedArgsForQuery>[0];

interface Found {
  site: MySite;
  page: number;
  at: number;
}

/** Each list in the cache, with changes by id: rows may have moved between a change and its refusal. */
function listsIn(state: ApiState) {
  return mySitesApi.util.selectCachedArgsForQuery(state, 'listMySites').map((arg) => {
    const pages = mySitesApi.endpoints.listMySites.select(arg)(state).data?.pages ?? [];
    const update = (recipe: (pages: MySitesPage[]) => void) =>
      mySitesApi.util.updateQueryData('listMySites', arg, (draft) => recipe(draft.pages));
    return {
      find: (id: string): Found | undefined =>
        pages
          .flatMap(({ rows }, page) => rows.map((site, at) => ({ site, page, at })))
          .find(({ site }) => site.id === id),
      patch: (id: string, change: Partial<MySite>) =>
        update((draft) => {
          const site = draft.flatMap(({ rows }) => rows).find((row) => row.id === id);
          if (site) Object.assign(site, change);
        }),
      remove: (id: string) =>
        update((draft) => {
          for (const page of draft) page.rows = page.rows.filter((row) => row.id !== id);
        }),
      putBack: ({ site, page, at }: Found) => update((draft) => void draft[page]?.rows.splice(at, 0, site)),
    };
  });
}

function onlyKeysOf(change: SiteChange, site: MySite): Partial<MySite> {
  return Object.fromEntries(Object.entries(site).filter(([key]) => key in change));
}

function pageOf(rows: MySite[], limit: number): MySitesPage {
  return { rows, more: rows.length === limit };
}

function storagePathOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('storage_path' in row)) return undefined;
  return typeof row.storage_path === 'string' && row.storage_path !== '' ? row.storage_path : undefined;
}
