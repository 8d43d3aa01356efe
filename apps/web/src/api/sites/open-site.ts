import { openSiteRoute } from '@haru/contracts';
import { api } from '../api.js';
import { endpointOf } from '../endpoint.js';

const openSiteApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns the address that shows the page once. */
    openSite: build.mutation(
      endpointOf(
        openSiteRoute,
        (body: { path: string; password: string }) => ({ body }),
        ({ url }) => url,
      ),
    ),
  }),
});

export const { useOpenSiteMutation } = openSiteApi;
