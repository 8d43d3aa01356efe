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
import { adminApi, adminCall, invalidateAlways } from './admin.js';
import { paged, pathWith, type OfAccount } from '../checked-call.js';

export interface SiteSearch extends OfAccount {
  text: string;
  state: (typeof siteStates)[number];
}

type SitePage = z.infer<typeof sitePageSchema>;

export interface Moderation {
  site: string;
  action: 'stop' | 'restore';
  reason: string;
  /** A stop applies to every page of this content, also to later ones. */
  everywhere?: true | undefined;
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
      query: ({ site, action, ...body }) =>
        adminCall(`/sites/${site}/${action}`, moderatedSiteAnswerSchema, undefined, {
          method: 'POST',
          body,
        }),
      invalidatesTags: invalidateAlways('AdminSites', 'SiteCount'),
    }),
  }),
});

export const { useGetOwnRoleQuery, useSearchSitesInfiniteQuery, useModerateSiteMutation } = sitesApi;
