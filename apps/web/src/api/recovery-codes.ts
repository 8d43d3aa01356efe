import { recoveryCodeRoutes } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type OfAccount } from './endpoint.js';

const recoveryCodesApi = api.enhanceEndpoints({ addTagTypes: ['RecoveryCodes'] }).injectEndpoints({
  endpoints: (build) => ({
    getRecoveryCodes: build.query({
      ...endpointOf(
        recoveryCodeRoutes.getRecoveryCodes,
        (_of: OfAccount) => ({}),
        ({ recovery_codes: found }) => found,
      ),
      keepUnusedDataFor: 0,
      providesTags: ['RecoveryCodes'],
    }),
    /** Makes the codes, or renews them, which ends the former ones. The server does not give them out again. */
    createRecoveryCodes: build.mutation({
      ...endpointOf(
        recoveryCodeRoutes.createRecoveryCodes,
        (_none: void) => ({}),
        ({ recovery_codes: made }) => made,
      ),
      invalidatesTags: (made) => (made ? ['RecoveryCodes'] : []),
    }),
  }),
});

export const { useGetRecoveryCodesQuery, useCreateRecoveryCodesMutation } = recoveryCodesApi;
