import { caseRoutes, falseAlarmRoute, type CaseAnswer, type CaseView, type OwnCasesAnswer } from '@haru/contracts';
import { api } from './api.js';
import { bodyEndpointOf, callOf, endpointOf, type OfAccount } from './endpoint.js';

/** One side of a case reads it with the secret of its link, or as the owner who is signed in. */
export type CaseRef = { token: string } | { id: string };

export interface CaseText {
  of: CaseRef;
  kind: 'answer' | 'objection';
  text: string;
}

const caseIn = (answer: CaseAnswer): CaseView => answer.case;

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
const casesApi = api.enhanceEndpoints({ addTagTypes: ['OwnCases', 'Case'] }).injectEndpoints({
  endpoints: (build) => ({
    reportSite: build.mutation(bodyEndpointOf(caseRoutes.reportSite, ({ case_url: url }) => url)),

    reportFalseAlarm: build.mutation(bodyEndpointOf(falseAlarmRoute)),

    readCase: build.query({
      ...endpointOf(caseRoutes.readCase, (token: string) => ({ body: { token } }), caseIn),
      providesTags: ['Case'],
    }),

    /** The list is complete: each stopped page links to its case, and each inquiry has a date. */
    listOwnCases: build.query<CaseView[], OfAccount>({
      queryFn: async (_account, _api, _options, ask) => {
        const all: CaseView[] = [];
        let next: string | null | undefined;
        do {
          const answer = await ask(callOf(caseRoutes.listOwnCases, { query: { cursor: next ?? undefined } }));
          if (answer.error) return { error: answer.error };
          const page = answer.data as OwnCasesAnswer;
          all.push(...page.cases);
          ({ next } = page);
        } while (next !== null);
        return { data: all };
      },
      providesTags: ['OwnCases'],
    }),

    writeInCase: build.mutation<CaseView, CaseText>({
      query: ({ of, kind, text }) =>
        kind === 'answer'
          ? callOf(caseRoutes.answerCase, { body: { ...of, text } })
          : callOf(caseRoutes.objectToCase, { body: { ...of, reason: text } }),
      transformResponse: (answer) => caseIn(answer as CaseAnswer),
      invalidatesTags: ['OwnCases', 'Case'],
    }),
  }),
});

export const {
  useReportSiteMutation,
  useReportFalseAlarmMutation,
  useReadCaseQuery,
  useListOwnCasesQuery,
  useWriteInCaseMutation,
} = casesApi;
