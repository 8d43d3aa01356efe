import {
  caseAdminRoutes,
  type CaseDecision,
  type CaseDetail,
  type CaseKind,
  type caseListStates,
} from '@haru/contracts';
import { accountQuery, endpointOf, pagedEndpointOf, type OfAccount } from './endpoint.js';
import { adminApi, invalidateAlways } from './admin.js';

type CaseListState = (typeof caseListStates)[number];

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

const caseIn = (answer: { case: CaseDetail }): CaseDetail => answer.case;

const casesApi = adminApi.enhanceEndpoints({ addTagTypes: ['AdminCases'] }).injectEndpoints({
  endpoints: (build) => ({
    listCases: build.infiniteQuery({
      ...pagedEndpointOf(caseAdminRoutes.listCases, ({ state }: OfAccount & { state: CaseListState }, cursor) => ({
        query: { state, cursor },
      })),
      providesTags: ['AdminCases'],
    }),
    getCase: build.query({
      ...endpointOf(caseAdminRoutes.getCase, ({ id }: OfAccount & { id: string }) => ({ params: { id } }), caseIn),
      providesTags: ['AdminCases'],
    }),
    /** Opens a case about a page, or joins the one that it has. */
    openCase: build.mutation({
      ...endpointOf(
        caseAdminRoutes.openCase,
        ({ concernsSexualImages, ...rest }: NewCase) => ({
          body: { ...rest, ...(concernsSexualImages ? { concerns_sexual_images: true } : {}) },
        }),
        caseIn,
      ),
      invalidatesTags: invalidateAlways('AdminCases'),
    }),
    decideCase: build.mutation({
      ...endpointOf(
        caseAdminRoutes.decideCase,
        ({ id, concernsSexualImages, ...rest }: Decision) => ({
          params: { id },
          body: { ...rest, concerns_sexual_images: concernsSexualImages },
        }),
        caseIn,
      ),
      invalidatesTags: invalidateAlways('AdminCases', 'AdminSites', 'SiteCount'),
    }),
    getCaseNumbers: build.query(accountQuery(caseAdminRoutes.countCases, (numbers) => numbers)),
  }),
});

export const {
  useListCasesInfiniteQuery,
  useGetCaseQuery,
  useDecideCaseMutation,
  useOpenCaseMutation,
  useGetCaseNumbersQuery,
} = casesApi;
