import { recoveryRoutes } from '@haru/contracts';
import { api } from '../api.js';
import { endpointOf, pagedEndpointOf, type OfAccount } from '../endpoint.js';

const deletedSitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeletedSites: build.infiniteQuery({
      ...pagedEndpointOf(recoveryRoutes.listDeletedSites, (_of: OfAccount, after) => ({ query: { after } })),
      providesTags: ['DeletedSites'],
    }),
    purgeSite: build.mutation({
      ...endpointOf(recoveryRoutes.purgeSite, (id: string) => ({ body: { id } })),
      // A refused page may have been restored elsewhere, so the lists are read again then, too.
      invalidatesTags: ['DeletedSites', 'MySites'],
    }),
  }),
});

export const { useListDeletedSitesInfiniteQuery, usePurgeSiteMutation } = deletedSitesApi;
