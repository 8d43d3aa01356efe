import { type Safety, safetyAnswerSchema } from '@haru/contracts';
import { api } from './api.js';

const safetyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Counts how often checks of pages had each outcome. */
    getSafety: build.query<Safety, void>({
      query: () => ({ path: '/functions/v1/safety', read: ({ data }) => safetyOf(data) }),
    }),
  }),
});

export const { useGetSafetyQuery } = safetyApi;

function safetyOf(answer: unknown): Safety | undefined {
  const parsed = safetyAnswerSchema.safeParse(answer);
  return parsed.data?.safety;
}
