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
import { adminApi, adminCall, invalidateAlways, paged, pathWith, type OfAccount } from './admin.js';

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
      query: () => adminCall('/role', ownRoleAnswerSchema, ({ role }) => role),
      keepUnusedDataFor: 0,
    }),
    searchSites: build.infiniteQuery<SitePage, SiteSearch, string | undefined>({
      ...paged,
      query: ({ queryArg: { text, state }, pageParam: after }) =>
        adminCall(pathWith('/sites', { text, state, after }), sitePageAnswerSchema),
      providesTags: ['AdminSites'],
    }),
    moderateSite: build.mutation<{ site: SiteOverview }, Moderation>({
      query: ({ site, action, reason }) =>
        adminCall(`/sites/${site}/${action}`, moderatedSiteAnswerSchema, undefined, {
          method: 'POST',
          body: { reason },
        }),
      invalidatesTags: invalidateAlways('AdminSites', 'SiteCount'),
    }),
  }),
});

export const { useGetOwnRoleQuery, useSearchSitesInfiniteQuery, useModerateSiteMutation } = sitesApi;
