import { api, totalOf } from '../api.js';
import type { OfAccount } from '../endpoint.js';
import { listQuery, SOON_SITES } from './list/list-query.js';
import { COUNTED, rowsIn, sitesOf, type MySite } from './my-site.js';

interface ExpiringSites {
  total: number;
  /** The first page expires then, in ISO 8601; absent without one. */
  first: string | undefined;
}

const lookupsApi = api.enhanceEndpoints({ addTagTypes: ['Versions'] }).injectEndpoints({
  endpoints: (build) => ({
    countMySites: build.query<number, OfAccount>({
      query: ({ account }) => ({
        ...sitesOf(account, 'limit=1', 'id'),
        ...COUNTED,
        read: ({ headers }) => totalOf(headers.get('content-range')),
      }),
      providesTags: ['MySites'],
    }),

    countExpiringSites: build.query<ExpiringSites, OfAccount>({
      query: ({ account }) => ({
        ...sitesOf(account, listQuery(SOON_SITES, { limit: 1 }, new Date()), 'expires_at'),
        ...COUNTED,
        read: ({ data, headers }) => {
          const total = totalOf(headers.get('content-range'));
          if (total === undefined || !Array.isArray(data)) return undefined;
          const [first] = data as Pick<MySite, 'expires_at'>[];
          return { total, first: first?.expires_at };
        },
      }),
      providesTags: ['ExpiringSites'],
    }),

    getPublishedPage: build.query<MySite | null, OfAccount & { id: string }>({
      query: ({ account, id }) => ({ ...sitesOf(account, `id=eq.${id}`), read: firstRow }),
      // The check of another version can put the page behind the notice, or end it.
      providesTags: ['Versions'],
    }),

    getLastPublished: build.query<MySite | null, OfAccount>({
      query: ({ account }) => ({
        ...sitesOf(account, 'is_active=eq.true&order=created_at.desc&limit=1'),
        read: firstRow,
      }),
      providesTags: ['MySites'],
    }),
  }),
});

export const {
  useCountMySitesQuery,
  useCountExpiringSitesQuery,
  useGetPublishedPageQuery,
  useLazyGetPublishedPageQuery,
  useGetLastPublishedQuery,
} = lookupsApi;

function firstRow({ data }: { data: unknown }): MySite | null | undefined {
  const rows = rowsIn(data);
  return rows === undefined ? undefined : (rows[0] ?? null);
}
