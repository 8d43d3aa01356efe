import { numbersAnswerSchema, type Numbers } from '@haru/contracts';
import { adminApi, reading, type OfAccount } from './admin.js';

const REFRESH_MS = 60_000;
export const numbersRefresh = { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true } as const;

const numbersApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    getNumbers: build.query<Numbers, OfAccount>({
      query: () => ({ path: '/admin/v1/numbers', auth: 'required', read: reading(numbersAnswerSchema) }),
      keepUnusedDataFor: 0,
    }),
    /** Sets the cookie that the queues' own pages ask for. */
    openQueues: build.mutation<null, void>({
      query: () => ({ path: '/admin/v1/queues/session', method: 'POST', auth: 'required', read: () => null }),
    }),
  }),
});

export const { useGetNumbersQuery, useOpenQueuesMutation } = numbersApi;
