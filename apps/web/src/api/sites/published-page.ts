import { api } from '../api.js';
import type { OfAccount } from '../checked-call.js';
import { COLUMNS, isMySite, type MySite } from './my-site.js';

interface PublishedPageRequest extends OfAccount {
  id: string;
}

const publishedPageApi = api.enhanceEndpoints({ addTagTypes: ['Versions'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Answers a page by its id; null where the account has no such page. */
    getPublishedPage: build.query<MySite | null, PublishedPageRequest>({
      query: ({ account, id }) => ({
        path: `/rest/v1/sites?select=${COLUMNS}&id=eq.${id}&user_id=eq.${account}`,
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) ? firstOf(data) : undefined),
      }),
      keepUnusedDataFor: 0,
      // The check of another version can put the page behind the notice, or end it.
      providesTags: ['Versions'],
    }),

    /** Answers the page that the account published last; null where it has none. */
    getLastPublished: build.query<MySite | null, OfAccount>({
      query: ({ account }) => ({
        path: `/rest/v1/sites?select=${COLUMNS}&user_id=eq.${account}&is_active=eq.true&order=created_at.desc&limit=1`,
        auth: 'required',
        read: ({ data }) => (Array.isArray(data) ? firstOf(data) : undefined),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['MySites'],
    }),
  }),
});

export const { useGetPublishedPageQuery, useLazyGetPublishedPageQuery, useGetLastPublishedQuery } = publishedPageApi;

function firstOf([row]: unknown[]): MySite | null | undefined {
  if (row === undefined) return null;
  return isMySite(row) ? row : undefined;
}
