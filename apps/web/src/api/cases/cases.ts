import {
  caseAnswerSchema,
  ownCasesAnswerSchema,
  reportSiteAnswerSchema,
  type CaseKind,
  type CaseView,
  type OwnCasesAnswer,
  type ReportSiteBody,
} from '@haru/contracts';
import { api } from '../api.js';
import { checkedCall, pathWith, type OfAccount } from '../checked-call.js';

interface SiteReport {
  path: string;
  kind: CaseKind;
  description: string;
  email: string;
  concernsSexualImages: boolean;
}

/** One side of a case reads it with the secret of its link, or as the owner who is signed in. */
export type CaseRef = { token: string } | { id: string };

export interface CaseText {
  of: CaseRef;
  kind: 'answer' | 'objection';
  text: string;
}

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
const casesApi = api.enhanceEndpoints({ addTagTypes: ['OwnCases', 'Case'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Answers with the reporter's link to the case. */
    reportSite: build.mutation<string, SiteReport>({
      query: ({ path, kind, description, email, concernsSexualImages }) =>
        checkedCall('/functions/v1/report-site', reportSiteAnswerSchema, ({ case_url: url }) => url, {
          method: 'POST',
          auth: 'optional',
          body: {
            path,
            kind,
            description: description.trim(),
            ...(email.trim() === '' ? {} : { email: email.trim() }),
            ...(concernsSexualImages ? { concerns_sexual_images: true } : {}),
          } satisfies ReportSiteBody,
        }),
    }),
    readCase: build.query<CaseView, string>({
      query: (token) =>
        checkedCall('/functions/v1/read-case', caseAnswerSchema, ({ case: read }) => read, {
          method: 'POST',
          auth: 'optional',
          body: { token },
        }),
      keepUnusedDataFor: 0,
      providesTags: ['Case'],
    }),
    /** The list is complete: each stopped page links to its case, and each inquiry has a date. */
    listOwnCases: build.query<CaseView[], OfAccount>({
      queryFn: async (_account, _api, _options, ask) => {
        const all: CaseView[] = [];
        let next: string | null | undefined;
        do {
          const path = pathWith('/functions/v1/own-cases', { cursor: next ?? undefined });
          const answer = await ask(checkedCall(path, ownCasesAnswerSchema));
          if (answer.error) return { error: answer.error };
          const page = answer.data as OwnCasesAnswer;
          all.push(...page.cases);
          ({ next } = page);
        } while (next !== null);
        return { data: all };
      },
      keepUnusedDataFor: 0,
      providesTags: ['OwnCases'],
    }),
    writeInCase: build.mutation<CaseView, CaseText>({
      query: ({ of, kind, text }) =>
        kind === 'answer'
          ? checkedCall('/functions/v1/answer-case', caseAnswerSchema, ({ case: read }) => read, {
              method: 'POST',
              auth: 'optional',
              body: { ...of, text },
            })
          : checkedCall('/functions/v1/object-to-case', caseAnswerSchema, ({ case: read }) => read, {
              method: 'POST',
              auth: 'optional',
              body: { ...of, reason: text },
            }),
      invalidatesTags: ['OwnCases', 'Case'],
    }),
  }),
});

export const { useReportSiteMutation, useReadCaseQuery, useListOwnCasesQuery, useWriteInCaseMutation } = casesApi;
