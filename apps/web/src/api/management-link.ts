import { managementLinkRoutes } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type OfAccount } from './endpoint.js';

const managementLinkApi = api.enhanceEndpoints({ addTagTypes: ['ManagementLink'] }).injectEndpoints({
  endpoints: (build) => ({
    getManagementLink: build.query({
      ...endpointOf(
        managementLinkRoutes.getManagementLink,
        (_of: OfAccount) => ({}),
        ({ management_link: link }) => link,
      ),
      keepUnusedDataFor: 0,
      providesTags: ['ManagementLink'],
    }),
    /** Makes the link, or renews it, which ends the former one. The server does not give out the secret again. */
    createManagementLink: build.mutation({
      ...endpointOf(
        managementLinkRoutes.createManagementLink,
        (_none: void) => ({}),
        ({ management_link: link }) => link,
      ),
      invalidatesTags: (made) => (made ? ['ManagementLink'] : []),
    }),
    revokeManagementLink: build.mutation({
      ...endpointOf(managementLinkRoutes.revokeManagementLink, (_none: void) => ({})),
      invalidatesTags: (revoked) => (revoked ? ['ManagementLink'] : []),
    }),
  }),
});

export const { useGetManagementLinkQuery, useCreateManagementLinkMutation, useRevokeManagementLinkMutation } =
  managementLinkApi;
