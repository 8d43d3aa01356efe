import { type SessionsAnswer, sessionsAnswerSchema } from '@haru/contracts';
import { api } from './api.js';
import { checkedCall, type OfAccount } from './checked-call.js';

const path = '/functions/v1/sessions';

export type AccountSession = SessionsAnswer['sessions'][number];

const sessionsApi = api.enhanceEndpoints({ addTagTypes: ['Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Lists where the account is signed in, this browser first. */
    listSessions: build.query<AccountSession[], OfAccount>({
      query: () => checkedCall(path, sessionsAnswerSchema, ({ sessions }) => sessions),
      keepUnusedDataFor: 0,
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ path: `${path}/${id}`, method: 'DELETE', auth: 'required', read: () => null }),
      invalidatesTags: (ended) => (ended === undefined ? [] : ['Sessions']),
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = sessionsApi;
