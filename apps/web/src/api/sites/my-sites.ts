import { api, totalOf } from '../api.js';
import { COLUMNS, isMySite, type MySite } from './my-site.js';
import { cachedParts, type Found, type MySitesPage } from './list/cached-lists.js';
import { cursorAfter, listQuery, type ListChoice, type ListPart } from './list/list-query.js';

export interface MySitesRequest extends ListChoice {
  account: string;
}

export type SiteChange = Partial<Pick<MySite, 'path' | 'noindex' | 'expires_at' | 'visibility' | 'access_key'>>;

export interface UpdateSitesRequest {
  id: string;
  change: SiteChange;
  /** The change is shown before the server has answered, and reverted if it refuses. */
  optimistic?: boolean;
}

/** These refusals mean that the site was changed elsewhere and must be read again. */
const staleListCodes: ReadonlySet<string> = new Set(['EXPIRY_NOT_ALLOWED', 'SITE_STOPPED']);
/** A screenful is loaded first; larger parts then save round trips. */
const FIRST_PAGE_ROWS = 24;
const NEXT_PAGE_ROWS = 100;
const ONE_ROW = { accept: 'application/vnd.pgrst.object+json' };

const mySitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMySites: build.infiniteQuery<MySitesPage, MySitesRequest, ListPart>({
      infiniteQueryOptions: {
        initialPageParam: { limit: FIRST_PAGE_ROWS },
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg, pageParam: part }) => ({
        path: (accountId) =>
          `/rest/v1/sites?select=${COLUMNS}&user_id=eq.${accountId}&${listQuery(queryArg, part, new Date())}`,
        ...(part.after ? {} : { headers: { prefer: 'count=exact' } }),
        auth: 'required',
        read: ({ data, headers }) =>
          Array.isArray(data) && data.every(isMySite)
            ? partOf(data, queryArg, part, totalOf(headers.get('content-range')))
            : undefined,
      }),
      providesTags: ['MySites'],
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

    /** Reads where the file is, deletes the row, then the file; the row decides whether it worked. */
    deleteSite: build.mutation<null, string>({
      queryFn: async (id, _api, _options, ask) => {
        const stored = await ask({
          path: `/rest/v1/sites?select=storage_path&id=eq.${id}`,
          headers: ONE_ROW,
          auth: 'required',
          read: ({ data }) => ({ path: storagePathOf(data) }),
        });
        // A site that no longer exists counts as deleted.
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
          // The row is deleted anyway, and the server's clean-up removes the file.
          if (file.error) console.warn('the file of a deleted site was left to the clean-up', file.error.code);
        }
        return { data: null };
      },
      onQueryStarted: async (id, store) => {
        const { dispatch, queryFulfilled } = store;
        const taken = listsIn(store.getState()).map((list) => ({ list, found: list.find(id) }));
        for (const { list } of taken) dispatch(list.remove([id]));
        try {
          await queryFulfilled;
        } catch {
          // The caller gets the error as the mutation's result; here only the lists are restored.
          for (const { list, found } of taken) dispatch(list.putBack(found));
        }
      },
      invalidatesTags: (done) => (done === null ? ['SiteCount', 'DeletedSites', 'ExpiringSites'] : []),
    }),

    restoreSite: build.mutation<null, string>({
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

export const { useListMySitesInfiniteQuery, useUpdateSitesMutation, useDeleteSiteMutation, useRestoreSiteMutation } =
  mySitesApi;

type ApiState = Parameters<typeof mySitesApi.util.selectCachedArgsForQuery>[0];

export function listsIn(state: ApiState) {
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

function storagePathOf(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('storage_path' in row)) return undefined;
  return typeof row.storage_path === 'string' && row.storage_path !== '' ? row.storage_path : undefined;
}
