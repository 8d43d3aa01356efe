import {
  moderatedSiteAnswerSchema,
  ownRoleAnswerSchema,
  sitePageAnswerSchema,
  type sitePageSchema,
  type AdminRole,
  type SiteOverview,
  type siteStates,
} from '@haru/contracts';
import type { z } from 'zod';
import { addressOf, adminApi, reading, invalidateAlways, type OfAccount } from './admin.js';

export interface SiteSearch extends OfAccount {
  text: string;
  state: (typeof siteStates)[number];
}

type SitePage = z.infer<typeof sitePageSchema>;

export interface Moderation {
  site: string;
  action: 'stop' | 'restore';
  reason: string;
}

const sitesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnRole: build.query<AdminRole, OfAccount>({
      query: () => ({
        path: '/admin/v1/role',
        auth: 'required',
        read: (answer) => reading(ownRoleAnswerSchema)(answer)?.role,
      }),
      keepUnusedDataFor: 0,
    }),
    searchSites: build.infiniteQuery<SitePage, SiteSearch, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: { text, state }, pageParam: after }) => ({
        path: addressOf('/admin/v1/sites', { text, state, after }),
        auth: 'required',
        read: reading(sitePageAnswerSchema),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['AdminSites'],
    }),
    moderateSite: build.mutation<{ site: SiteOverview }, Moderation>({
      query: ({ site, action, reason }) => ({
        path: `/admin/v1/sites/${site}/${action}`,
        method: 'POST',
        body: { reason },
        auth: 'required',
        read: reading(moderatedSiteAnswerSchema),
      }),
      invalidatesTags: invalidateAlways('AdminSites', 'SiteCount'),
    }),
  }),
});

export const { useGetOwnRoleQuery, useSearchSitesInfiniteQuery, useModerateSiteMutation } = sitesApi;
