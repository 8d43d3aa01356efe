import type { Factor } from '@supabase/auth-js';
import { listFactors, removeFactor } from '../session/auth-calls.js';
import { settled } from '../http/failure.js';
import { api, type ApiEnvironment } from './api.js';
import type { SessionManager } from '../session/session-manager.js';
import type { OfAccount } from './endpoint.js';

/** The session's next token says what the account is without the factor. */
async function removeAndRenew(session: SessionManager, factorId: string): Promise<object> {
  await removeFactor(session, factorId);
  return session.request((client) => client.refreshSession());
}

const factorsApi = api.enhanceEndpoints({ addTagTypes: ['Factors'] }).injectEndpoints({
  endpoints: (build) => ({
    listFactors: build.query<Factor[], OfAccount>({
      queryFn: (_of, { extra }) => settled(listFactors((extra as ApiEnvironment).session)),
      providesTags: ['Factors'],
    }),
    removeFactor: build.mutation<object, string>({
      queryFn: (factorId, { extra }) => settled(removeAndRenew((extra as ApiEnvironment).session, factorId)),
      invalidatesTags: (removed) => (removed ? ['Factors'] : []),
    }),
  }),
});

export const { useListFactorsQuery, useRemoveFactorMutation } = factorsApi;
