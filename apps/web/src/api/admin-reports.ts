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
import { addressOf, adminApi, reading, invalidateAlways, type OfAccount } from './admin.js';

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

const orNothing = (value: string): string | undefined => (value === 'all' ? undefined : value);

const reportsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.infiniteQuery<ReportPage, ReportSearch, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: { search, state, type }, pageParam: cursor }) => ({
        path: addressOf('/admin/v1/reports', { search, state: orNothing(state), type: orNothing(type), cursor }),
        auth: 'required',
        read: reading(reportPageAnswerSchema),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['AdminReports'],
    }),
    getReport: build.query<ReportDetail, OfAccount & { id: string }>({
      query: ({ id }) => ({
        path: `/admin/v1/reports/${id}`,
        auth: 'required',
        read: (answer) => reading(reportAnswerSchema)(answer)?.report,
      }),
      keepUnusedDataFor: 0,
      providesTags: ['AdminReports'],
    }),
    setReportState: build.mutation<ReportDetail, { id: string; state: ReportState }>({
      query: ({ id, state }) => ({
        path: `/admin/v1/reports/${id}/state`,
        method: 'PUT',
        body: { state },
        auth: 'required',
        read: (answer) => reading(reportAnswerSchema)(answer)?.report,
      }),
      invalidatesTags: invalidateAlways('AdminReports'),
    }),
    writeAboutReport: build.mutation<ReportEntry, ReportText>({
      query: ({ id, kind, text }) => ({
        path: `/admin/v1/reports/${id}/${kind}`,
        method: 'POST',
        body: { text },
        auth: 'required',
        read: (answer) => reading(reportEntryAnswerSchema)(answer)?.entry,
      }),
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
