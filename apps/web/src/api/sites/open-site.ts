import { openSiteRoute } from '@haru/contracts';
import { api } from '../api.js';
import { bodyEndpointOf } from '../endpoint.js';

const openSiteApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the address that shows the page once. */
    openSite: build.mutation(bodyEndpointOf(openSiteRoute, ({ url }) => url)),
  }),
});

export const { useOpenSiteMutation } = openSiteApi;
