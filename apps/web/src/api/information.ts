import { type InformationAnswer, type InformationPage, type Safety } from '@haru/contracts';
import { api, KEPT_SECONDS } from './api.js';

const informationApi = api.injectEndpoints({
  endpoints: (build) => ({
    getInformation: build.query<string, InformationPage>({
      query: (page) => ({ path: `/functions/v1/information?page=${page}`, read: ({ data }) => markdownOf(data) }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    getSafety: build.query<Safety, void>({
      query: () => ({ path: '/functions/v1/safety', read: ({ data }) => safetyOf(data) }),
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});

export const { useGetInformationQuery, useGetSafetyQuery } = informationApi;

function markdownOf(answer: unknown): string | undefined {
  const { information } = (answer ?? {}) as Partial<InformationAnswer>;
  return typeof information?.markdown === 'string' ? information.markdown : undefined;
}

/** Its schema would be most of the code that these screens load. */
function safetyOf(answer: unknown): Safety | undefined {
  const { safety } = (answer ?? {}) as { safety?: Partial<Safety> };
  const isComplete = typeof safety?.rules_version === 'number' && Array.isArray(safety.years);
  return isComplete ? (safety as Safety) : undefined;
}
