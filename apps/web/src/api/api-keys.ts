import { type ApiKeysAnswer, keyRoutes } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type OfAccount } from './endpoint.js';

export type ApiKey = ApiKeysAnswer['api_keys'][number];

const apiKeysApi = api.enhanceEndpoints({ addTagTypes: ['ApiKeys'] }).injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query({
      ...endpointOf(
        keyRoutes.listApiKeys,
        (_of: OfAccount) => ({}),
        ({ api_keys: keys }) => keys,
      ),
      keepUnusedDataFor: 0,
      providesTags: ['ApiKeys'],
    }),
    revokeApiKey: build.mutation({
      ...endpointOf(keyRoutes.revokeApiKey, (keyId: string) => ({ params: { keyId } })),
      invalidatesTags: (revoked) => (revoked === undefined ? [] : ['ApiKeys']),
    }),
  }),
});

export const { useListApiKeysQuery, useRevokeApiKeyMutation } = apiKeysApi;
