import { openSiteRoute } from '@haru/contracts';
import { api } from '../api.js';
import { bodyEndpointOf } from '../endpoint.js';

const openSiteApi = api.injectEndpoints({
  endpoints: (build) => ({
    openSite: build.mutation(bodyEndpointOf(openSiteRoute, ({ url }) => url)),
  }),
});

export const { useOpenSiteMutation } = openSiteApi;
