import { numbersAnswerSchema, type Numbers } from '@haru/contracts';
import { adminApi, adminCall } from './admin.js';
import type { OfAccount } from '../checked-call.js';

export const numbersRefresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

const numbersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getNumbers: build.query<Numbers, OfAccount>({
      query: () => adminCall('/numbers', numbersAnswerSchema),
      keepUnusedDataFor: 0,
    }),
    /** Sets the cookie that the queues' own pages ask for. */
    openQueues: build.mutation<null, void>({
      query: () => ({ path: '/admin/v1/queues/session', method: 'POST', auth: 'required', read: () => null }),
    }),
  }),
});

export const { useGetNumbersQuery, useOpenQueuesMutation } = numbersApi;
