import {
  reportAnswerSchema,
  reportEntryAnswerSchema,
  reportPageAnswerSchema,
  type ReportDetail,
  type ReportEntry,
  type ReportPage,
  type ReportState,
  type ReportType,
} from '@haru/contracts';
import { adminApi, adminCall, invalidateAlways } from './admin.js';
import { paged, pathWith, type OfAccount } from '../checked-call.js';

export interface ReportSearch extends OfAccount {
  search: string;
  state: ReportState | 'all';
  type: ReportType | 'all';
}

export interface ReportText {
  id: string;
  kind: 'notes' | 'answers';
  text: string;
}

const unlessAll = (value: string): string | undefined => (value === 'all' ? undefined : value);

const reportsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.infiniteQuery<ReportPage, ReportSearch, string | undefined>({
      ...paged,
      query: ({ queryArg: { search, state, type }, pageParam: cursor }) =>
        adminCall(
          pathWith('/reports', { search, state: unlessAll(state), type: unlessAll(type), cursor }),
          reportPageAnswerSchema,
        ),
      providesTags: ['AdminReports'],
    }),
    getReport: build.query<ReportDetail, OfAccount & { id: string }>({
      query: ({ id }) => adminCall(`/reports/${id}`, reportAnswerSchema, ({ report }) => report),
      keepUnusedDataFor: 0,
      providesTags: ['AdminReports'],
    }),
    setReportState: build.mutation<ReportDetail, { id: string; state: ReportState }>({
      query: ({ id, ...body }) =>
        adminCall(`/reports/${id}/state`, reportAnswerSchema, ({ report }) => report, { method: 'PUT', body }),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
    writeAboutReport: build.mutation<ReportEntry, ReportText>({
      query: ({ id, kind, ...body }) =>
        adminCall(`/reports/${id}/${kind}`, reportEntryAnswerSchema, ({ entry }) => entry, { method: 'POST', body }),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
  }),
});

export const {
  useListReportsInfiniteQuery,
  useGetReportQuery,
  useSetReportStateMutation,
  useWriteAboutReportMutation,
} = reportsApi;
