import { api, totalOf } from '../api.js';

const countMySitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    countMySites: build.query<number, { account: string }>({
      query: ({ account }) => ({
        path: `/rest/v1/sites?select=id&user_id=eq.${account}&limit=1`,
        headers: { prefer: 'count=exact' },
        auth: 'required',
        read: ({ headers }) => totalOf(headers.get('content-range')),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['MySites'],
    }),
  }),
});

export const { useCountMySitesQuery } = countMySitesApi;
