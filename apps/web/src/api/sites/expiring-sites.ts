import { DAY_MS, limits } from '@haru/contracts';
import { api, totalOf } from '../api.js';

interface ExpiringSites {
  total: number;
  /** The first page expires then, in ISO 8601; absent without one. */
  first?: string;
}

const expiringSitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Counts the account's live pages that expire within three days. The argument separates accounts in the cache. */
    countExpiringSites: build.query<ExpiringSites, { account: string }>({
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
      keepUnusedDataFor: 0,
      providesTags: ['ExpiringSites'],
    }),
  }),
});

export const { useCountExpiringSitesQuery } = expiringSitesApi;
