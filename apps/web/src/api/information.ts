import type { InformationAnswer, InformationPage } from '@haru/contracts';
import { api } from './api.js';

const informationApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers the Markdown of an information page. */
    getInformation: build.query<string, InformationPage>({
      query: (page) => ({ path: `/functions/v1/information?page=${page}`, read: ({ data }) => markdownOf(data) }),
    }),
  }),
});

export const { useGetInformationQuery } = informationApi;

function markdownOf(answer: unknown): string | undefined {
  const { information } = (answer ?? {}) as Partial<InformationAnswer>;
  return typeof information?.markdown === 'string' ? information.markdown : undefined;
}
