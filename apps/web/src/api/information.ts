import type { InformationPage, Safety } from '@haru/contracts';
import { memberOf } from '../http/call.js';
import { api, KEPT_SECONDS } from './api.js';

/** Schemas of the answers would be most of the code that these screens load. */
const informationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInformation: build.query<string, InformationPage>({
      query: (page) => ({
        path: `/functions/v1/information?page=${page}`,
        read: ({ data }) => memberOf(memberOf(data, 'information'), 'markdown'),
      }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    getSafety: build.query<Safety, void>({
      query: () => ({ path: '/functions/v1/safety', read: ({ data }) => memberOf(data, 'safety') }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetInformationQuery, useGetSafetyQuery } = informationApi;
