import {
  caseDetailAnswerSchema,
  caseListAnswerSchema,
  caseNumbersAnswerSchema,
  type CaseDecision,
  type CaseDetail,
  type CaseKind,
  type caseListStates,
  type CaseNumbers,
  type casePageOfListSchema,
} from '@haru/contracts';
import type { z } from 'zod';
import { paged, pathWith, type OfAccount } from '../checked-call.js';
import { adminApi, adminCall, invalidateAlways } from './admin.js';

export type CaseListState = (typeof caseListStates)[number];

interface NewCase {
  site: string;
  kind: CaseKind;
  reason: string;
  concernsSexualImages: boolean;
}

interface Decision {
  id: string;
  decision: CaseDecision;
  reason: string;
  /** Undefined leaves the mark unchanged. */
  concernsSexualImages?: boolean | undefined;
}

const casesApi = adminApi.enhanceEndpoints({ addTagTypes: ['AdminCases'] }).injectEndpoints({
  endpoints: (build) => ({
    listCases: build.infiniteQuery<
      z.infer<typeof casePageOfListSchema>,
      OfAccount & { state: CaseListState },
      string | undefined
    >({
      ...paged,
      query: ({ queryArg: { state }, pageParam: cursor }) =>
        adminCall(pathWith('/cases', { state, cursor }), caseListAnswerSchema),
      providesTags: ['AdminCases'],
    }),
    getCase: build.query<CaseDetail, OfAccount & { id: string }>({
      query: ({ id }) => adminCall(`/cases/${id}`, caseDetailAnswerSchema, ({ case: read }) => read),
      keepUnusedDataFor: 0,
      providesTags: ['AdminCases'],
    }),
    /** Opens a case about a page, or joins the one that it has. */
    openCase: build.mutation<CaseDetail, NewCase>({
      query: ({ concernsSexualImages, ...rest }) =>
        adminCall('/cases', caseDetailAnswerSchema, ({ case: read }) => read, {
          method: 'POST',
          body: { ...rest, ...(concernsSexualImages ? { concerns_sexual_images: true } : {}) },
        }),
      invalidatesTags: invalidateAlways('AdminCases'),
    }),
    decideCase: build.mutation<CaseDetail, Decision>({
      query: ({ id, concernsSexualImages, ...rest }) =>
        adminCall(`/cases/${id}/decision`, caseDetailAnswerSchema, ({ case: read }) => read, {
          method: 'POST',
          body: {
            ...rest,
            ...(concernsSexualImages === undefined ? {} : { concerns_sexual_images: concernsSexualImages }),
          },
        }),
      invalidatesTags: invalidateAlways('AdminCases', 'AdminSites', 'SiteCount'),
    }),
    getCaseNumbers: build.query<CaseNumbers, OfAccount>({
      query: () => adminCall('/case-numbers', caseNumbersAnswerSchema),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useListCasesInfiniteQuery,
  useGetCaseQuery,
  useDecideCaseMutation,
  useOpenCaseMutation,
  useGetCaseNumbersQuery,
} = casesApi;
