import { caseAdminRoutes, type CaseDetail, type caseListStates } from '@haru/contracts';
import { accountQuery, bodyEndpointOf, endpointOf, pagedEndpointOf, type BodyOf, type OfAccount } from './endpoint.js';
import { adminApi, invalidateAlways } from './admin.js';

type CaseListState = (typeof caseListStates)[number];

type Decision = BodyOf<typeof caseAdminRoutes.decideCase> & { id: string };

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
    openCase: build.mutation({
      ...bodyEndpointOf(caseAdminRoutes.openCase, caseIn),
      invalidatesTags: invalidateAlways('AdminCases'),
    }),
    decideCase: build.mutation({
      ...endpointOf(caseAdminRoutes.decideCase, ({ id, ...body }: Decision) => ({ params: { id }, body }), caseIn),
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
