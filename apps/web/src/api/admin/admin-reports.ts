import { reportAdminRoutes, type ReportState, type reportListQuerySchema } from '@haru/contracts';
import type { z } from 'zod';
import { callOf, endpointOf, pagedEndpointOf, type OfAccount } from '../endpoint.js';
import { adminApi, invalidateAlways } from './admin.js';

type ReportListType = NonNullable<z.output<typeof reportListQuerySchema>['type']>;

export interface ReportSearch extends OfAccount {
  search: string;
  state: ReportState | 'all';
  type: ReportListType | 'all';
}

export interface ReportText {
  id: string;
  kind: 'notes' | 'answers';
  text: string;
}

const unlessAll = <Value extends string>(value: Value) =>
  value === 'all' ? undefined : (value as Exclude<Value, 'all'>);

const reportsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.infiniteQuery({
      ...pagedEndpointOf(reportAdminRoutes.listReports, ({ search, state, type }: ReportSearch, cursor) => ({
        query: { search, state: unlessAll(state), type: unlessAll(type), cursor },
      })),
      providesTags: ['AdminReports'],
    }),
    getReport: build.query({
      ...endpointOf(
        reportAdminRoutes.getReport,
        ({ id }: OfAccount & { id: string }) => ({ params: { id } }),
        ({ report }) => report,
      ),
      keepUnusedDataFor: 0,
      providesTags: ['AdminReports'],
    }),
    setReportState: build.mutation({
      ...endpointOf(reportAdminRoutes.setReportState, ({ id, state }: { id: string; state: ReportState }) => ({
        params: { id },
        body: { state },
      })),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
    decideFalseAlarm: build.mutation({
      ...endpointOf(reportAdminRoutes.decideFalseAlarm, ({ id, accepted }: { id: string; accepted: boolean }) => ({
        params: { id },
        body: { accepted },
      })),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
    writeAboutReport: build.mutation<unknown, ReportText>({
      query: ({ id, kind, text }) =>
        callOf(reportAdminRoutes[kind === 'notes' ? 'addReportNote' : 'answerReport'], {
          params: { id },
          body: { text },
        }),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
  }),
});

export const {
  useListReportsInfiniteQuery,
  useGetReportQuery,
  useSetReportStateMutation,
  useDecideFalseAlarmMutation,
  useWriteAboutReportMutation,
} = reportsApi;
