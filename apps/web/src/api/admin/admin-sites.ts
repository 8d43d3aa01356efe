import { siteAdminRoutes, type siteStates } from '@haru/contracts';
import { callOf, endpointOf, pagedEndpointOf, type OfAccount } from '../endpoint.js';
import { adminApi, invalidateAlways } from './admin.js';

export interface SiteSearch extends OfAccount {
  text: string;
  state: (typeof siteStates)[number];
}

export interface Moderation {
  site: string;
  action: 'stop' | 'restore';
  reason: string;
  /** A stop applies to every page of this content, also to later ones. */
  everywhere?: true | undefined;
}

const sitesApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnRole: build.query({
      ...endpointOf(
        siteAdminRoutes.ownRole,
        (_of: OfAccount) => ({}),
        ({ role }) => role,
      ),
      keepUnusedDataFor: 0,
    }),
    searchSites: build.infiniteQuery({
      ...pagedEndpointOf(siteAdminRoutes.searchSites, ({ text, state }: SiteSearch, after) => ({
        query: { text, state, after },
      })),
      providesTags: ['AdminSites'],
    }),
    moderateSite: build.mutation<unknown, Moderation>({
      query: ({ site, action, ...body }) =>
        callOf(siteAdminRoutes[action === 'stop' ? 'stopSite' : 'restoreSite'], { params: { site }, body }),
      invalidatesTags: invalidateAlways('AdminSites', 'SiteCount'),
    }),
  }),
});

export const { useGetOwnRoleQuery, useSearchSitesInfiniteQuery, useModerateSiteMutation } = sitesApi;
