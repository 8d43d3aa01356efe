import { api } from '../../api.js';
import { COLUMNS, isMySite, type MySite } from '../my-site.js';
import { listsIn } from '../my-sites.js';
import { listQuery } from './list-query.js';

/** The data API lists no more in one answer. */
const MAX_SOON_SITES = 1000;

interface DeletedRow {
  id: string;
  storage_path: string;
}

const manySitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSoonSites: build.query<MySite[], { account: string }>({
      query: () => ({
        path: (accountId) => {
          const choice = { order: 'expires_at.asc', shown: 'soon', search: '' } as const;
          const query = listQuery(choice, { limit: MAX_SOON_SITES }, new Date());
          return `/rest/v1/sites?select=${COLUMNS}&user_id=eq.${accountId}&${query}`;
        },
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) && data.every(isMySite) ? data : undefined),
      }),
    }),

    /** All pages are deleted, or none when it is refused. A page that no longer exists counts as deleted. */
    deleteSites: build.mutation<null, readonly string[]>({
      queryFn: async (ids, _api, _options, ask) => {
        const removed = await ask({
          path: `/rest/v1/sites?id=in.(${ids.join(',')})&select=id,storage_path`,
          method: 'DELETE',
          headers: { prefer: 'return=representation' },
          auth: 'required',
          read: ({ data }) => (Array.isArray(data) && data.every(isDeletedRow) ? data : undefined),
        });
        if (removed.error) return { error: removed.error };
        const files = (removed.data as DeletedRow[]).map((row) => row.storage_path).filter((path) => path !== '');
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
      onQueryStarted: async (ids, { queryFulfilled, ...store }) => {
        try {
          await queryFulfilled;
        } catch {
          // The caller gets the error as the mutation's result.
          return;
        }
        for (const list of listsIn(store.getState())) store.dispatch(list.remove(ids));
      },
      invalidatesTags: (done) => (done === null ? ['SiteCount', 'DeletedSites', 'ExpiringSites'] : []),
    }),
  }),
});

export const { useLazyListSoonSitesQuery, useDeleteSitesMutation } = manySitesApi;

function isDeletedRow(row: unknown): row is DeletedRow {
  if (typeof row !== 'object' || row === null || !('id' in row) || !('storage_path' in row)) return false;
  return typeof row.id === 'string' && typeof row.storage_path === 'string';
}
