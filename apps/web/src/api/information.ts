import { type InformationAnswer, type InformationPage, type Safety, safetyAnswerSchema } from '@haru/contracts';
import { api, KEPT_SECONDS } from './api.js';

const informationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInformation: build.query<string, InformationPage>({
      query: (page) => ({ path: `/functions/v1/information?page=${page}`, read: ({ data }) => markdownOf(data) }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    getSafety: build.query<Safety, void>({
      query: () => ({
        path: '/functions/v1/safety',
        read: ({ data }) => safetyAnswerSchema.safeParse(data).data?.safety,
      }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetInformationQuery, useGetSafetyQuery } = informationApi;

function markdownOf(answer: unknown): string | undefined {
  const { information } = (answer ?? {}) as Partial<InformationAnswer>;
  return typeof information?.markdown === 'string' ? information.markdown : undefined;
}
