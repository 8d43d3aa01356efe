import type { SiteRow, WritableSiteColumn } from '@haru/contracts';
import { api, totalOf } from '../api.js';
import type { OfAccount } from '../endpoint.js';
import { COLUMNS, COUNTED, isMySite, rowsIn, sitesOf, type MySite } from './my-site.js';
import { cachedParts, type Found, type MySitesPage } from './list/cached-lists.js';
import { cursorAfter, listQuery, SOON_SITES, type ListChoice, type ListPart } from './list/list-query.js';

interface MySitesRequest extends ListChoice, OfAccount {}

export type SiteChange = Partial<Pick<MySite, WritableSiteColumn & keyof MySite>> & { password?: string };

interface UpdateSitesRequest {
  id: string;
  change: SiteChange;
  /** The change is shown before the server has answered, and reverted if it refuses. */
  optimistic?: boolean;
}

interface DeleteSitesRequest {
  ids: readonly string[];
  /** The pages are gone from the lists before the server has answered, and put back if it refuses. */
  optimistic?: boolean;
}

/** These refusals mean that the site was changed elsewhere and must be read again. */
const staleListCodes: ReadonlySet<string> = new Set(['EXPIRY_NOT_ALLOWED', 'SITE_STOPPED']);
/** A screenful is loaded first; larger parts then save round trips. */
const FIRST_PAGE_ROWS = 24;
const NEXT_PAGE_ROWS = 100;
/** The data API lists no more in one answer. */
const MAX_SOON_SITES = 1000;
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const mySitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMySites: build.infiniteQuery<MySitesPage, MySitesRequest, ListPart>({
      infiniteQueryOptions: {
        initialPageParam: { limit: FIRST_PAGE_ROWS },
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam: part }) => ({
        ...sitesOf(queryArg.account, listQuery(queryArg, part, new Date())),
        ...(part.after ? {} : COUNTED),
        read: ({ data, headers }) => {
          const rows = rowsIn(data);
          return rows && partOf(rows, queryArg, part, totalOf(headers.get('content-range')));
        },
      }),
      providesTags: ['MySites'],
    }),

    listSoonSites: build.query<MySite[], OfAccount>({
      query: ({ account }) => ({
        ...sitesOf(account, listQuery(SOON_SITES, { limit: MAX_SOON_SITES }, new Date())),
        read: ({ data }) => rowsIn(data),
      }),
    }),

    updateSites: build.mutation<MySite, UpdateSitesRequest>({
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
      invalidatesTags: (_done, error, { change }) => [
        ...(error && staleListCodes.has(error.code) ? (['MySites'] as const) : []),
        ...(change.expires_at === undefined ? [] : (['ExpiringSites'] as const)),
      ],
    }),

    /** All pages are deleted, or none when it is refused. A page that no longer exists counts as deleted. */
    deleteSites: build.mutation<null, DeleteSitesRequest>({
      queryFn: async ({ ids }, _api, _options, ask) => {
        const removed = await ask({
          path: `/rest/v1/sites?id=in.(${ids.join(',')})&select=id,storage_path`,
          method: 'DELETE',
          headers: { prefer: 'return=representation' },
          auth: 'required',
          read: ({ data }) => (Array.isArray(data) ? data : undefined),
        });
        if (removed.error) return { error: removed.error };
        const files = (removed.data as Pick<SiteRow, 'storage_path'>[])
          .map((row) => row.storage_path)
          .filter((path) => path !== '');
        if (files.length === 0) return { data: null };
        const file = await ask({
          path: '/storage/v1/object/html-sites',
          method: 'DELETE',
          body: { prefixes: files },
          auth: 'required',
          read: () => null,
        });
        // The rows are deleted anyway, and the server's clean-up removes the files.
        if (file.error) console.warn('the files of deleted sites were left to the clean-up', file.error.code);
        return { data: null };
      },
      onQueryStarted: async ({ ids, optimistic }, store) => {
        const { dispatch, queryFulfilled } = store;
        const lists = listsIn(store.getState()).map((list) => ({ list, found: ids.map(list.find) }));
        const remove = () => lists.forEach(({ list }) => dispatch(list.remove(ids)));
        if (optimistic) remove();
        try {
          await queryFulfilled;
          if (!optimistic) remove();
        } catch {
          // The caller gets the error as the mutation's result; here only the lists are restored.
          if (optimistic) for (const { list, found } of lists) for (const one of found) dispatch(list.putBack(one));
        }
      },
      invalidatesTags: (done) => (done === null ? ['SiteCount', 'DeletedSites', 'ExpiringSites'] : []),
    }),

    restoreOwnSite: build.mutation<null, string>({
      query: (id) => ({
        path: '/functions/v1/restore-site',
        method: 'POST',
        body: { id },
        auth: 'required',
        read: () => null,
      }),
      invalidatesTags: ['SiteCount', 'MySites', 'DeletedSites', 'ExpiringSites'],
    }),
  }),
});

export const {
  useListMySitesInfiniteQuery,
  useLazyListSoonSitesQuery,
  useUpdateSitesMutation,
  useDeleteSitesMutation,
  useRestoreOwnSiteMutation,
} = mySitesApi;

function listsIn(state: Parameters<typeof mySitesApi.util.selectCachedArgsForQuery>[0]) {
  return mySitesApi.util.selectCachedArgsForQuery(state, 'listMySites').map((arg) => {
    const pages = mySitesApi.endpoints.listMySites.select(arg)(state).data?.pages ?? [];
    const update = (recipe: (pages: MySitesPage[]) => void) =>
      mySitesApi.util.updateQueryData('listMySites', arg, (draft) => recipe(draft.pages));
    const holdsAll = arg.shown === 'live' && arg.search.trim() === '';
    return {
      find: (id: string) => cachedParts.find(pages, id),
      patch: (id: string, change: Partial<MySite>) => update((draft) => cachedParts.patch(draft, id, change)),
      remove: (ids: readonly string[]) => update((draft) => cachedParts.remove(draft, new Set(ids), holdsAll)),
      putBack: (found: Found | undefined) => update((draft) => cachedParts.putBack(draft, found, holdsAll)),
    };
  });
}

function onlyKeysOf(change: SiteChange, site: MySite): Partial<MySite> {
  return Object.fromEntries(Object.entries(site).filter(([key]) => key in change));
}

function partOf(rows: MySite[], { order }: ListChoice, { limit }: ListPart, total: number | undefined): MySitesPage {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows, total, next: last ? { limit: NEXT_PAGE_ROWS, after: cursorAfter(last, order) } : null };
}
