import { sessionRoutes, type SessionsAnswer } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type OfAccount } from './endpoint.js';

export type AccountSession = SessionsAnswer['sessions'][number];

const sessionsApi = api.enhanceEndpoints({ addTagTypes: ['Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query({
      ...endpointOf(
        sessionRoutes.listSessions,
        (_of: OfAccount) => ({}),
        ({ sessions }) => sessions,
      ),
      keepUnusedDataFor: 0,
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation({
      ...endpointOf(sessionRoutes.endSession, (sessionId: string) => ({ params: { sessionId } })),
      invalidatesTags: (ended) => (ended === undefined ? [] : ['Sessions']),
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = sessionsApi;
