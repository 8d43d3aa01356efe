import { type InformationAnswer, type InformationPage, type Safety, safetyAnswerSchema } from '@haru/contracts';
import { api, KEPT_SECONDS } from './api.js';

const informationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInformation: build.query<string, InformationPage>({
      query: (page) => ({ path: `/functions/v1/information?page=${page}`, read: ({ data }) => markdownOf(data) }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetInformationQuery } = informationApi;

function markdownOf(answer: unknown): string | undefined {
  const { information } = (answer ?? {}) as Partial<InformationAnswer>;
  return typeof information?.markdown === 'string' ? information.markdown : undefined;
}

const safetyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSafety: build.query<Safety, void>({
      query: () => ({ path: '/functions/v1/safety', read: ({ data }) => safetyOf(data) }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetSafetyQuery } = safetyApi;

function safetyOf(answer: unknown): Safety | undefined {
  const parsed = safetyAnswerSchema.safeParse(answer);
  return parsed.data?.safety;
}
