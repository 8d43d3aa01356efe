import { api, totalOf } from '../api.js';
import { DAY_MS, limits } from '@haru/contracts';
import type { OfAccount } from '../endpoint.js';
import { COLUMNS, isMySite, type MySite } from './my-site.js';

interface ExpiringSites {
  total: number;
  /** The first page expires then, in ISO 8601; absent without one. */
  first?: string;
}

const lookupsApi = api.enhanceEndpoints({ addTagTypes: ['Versions'] }).injectEndpoints({
  endpoints: (build) => ({
    countMySites: build.query<number, OfAccount>({
      query: ({ account }) => ({
        path: `/rest/v1/sites?select=id&user_id=eq.${account}&limit=1`,
        headers: { prefer: 'count=exact' },
        auth: 'required',
        read: ({ headers }) => totalOf(headers.get('content-range')),
      }),
      providesTags: ['MySites'],
    }),

    /** Counts the account's live pages that expire within three days. The argument separates accounts in the cache. */
    countExpiringSites: build.query<ExpiringSites, OfAccount>({
      query: ({ account }) => {
        const now = Date.now();
        const until = new Date(now + limits.expiringSoonDays * DAY_MS).toISOString();
        const query = new URLSearchParams([
          ['select', 'expires_at'],
          ['user_id', `eq.${account}`],
          ['is_active', 'eq.true'],
          ['expires_at', `gt.${new Date(now).toISOString()}`],
          ['expires_at', `lte.${until}`],
          ['order', 'expires_at.asc'],
          ['limit', '1'],
        ]);
        return {
          path: `/rest/v1/sites?${query.toString()}`,
          headers: { prefer: 'count=exact' },
          auth: 'required',
          read: ({ data, headers }) => {
            const total = totalOf(headers.get('content-range'));
            if (total === undefined || !Array.isArray(data)) return undefined;
            const [first] = data as { expires_at?: unknown }[];
            return typeof first?.expires_at === 'string' ? { total, first: first.expires_at } : { total };
          },
        };
      },
      providesTags: ['ExpiringSites'],
    }),

    getPublishedPage: build.query<MySite | null, OfAccount & { id: string }>({
      query: ({ account, id }) => ({
        path: `/rest/v1/sites?select=${COLUMNS}&id=eq.${id}&user_id=eq.${account}`,
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) ? firstOf(data) : undefined),
      }),
      // The check of another version can put the page behind the notice, or end it.
      providesTags: ['Versions'],
    }),

    getLastPublished: build.query<MySite | null, OfAccount>({
      query: ({ account }) => ({
        path: `/rest/v1/sites?select=${COLUMNS}&user_id=eq.${account}&is_active=eq.true&order=created_at.desc&limit=1`,
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) ? firstOf(data) : undefined),
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

function firstOf([row]: unknown[]): MySite | null | undefined {
  if (row === undefined) return null;
  return isMySite(row) ? row : undefined;
}
