import {
  accountAdminRoutes,
  attackModeRoutes,
  auditRoutes,
  backupRoutes,
  numbersRoutes,
  reportAdminRoutes,
  siteAdminRoutes,
  type AdminRole,
  type AttackModeAnswer,
  type AuditSubject,
  type BackupRun,
  type ReportState,
  type reportListQuerySchema,
  type siteStates,
} from '@haru/contracts';
import type { z } from 'zod';
import type { CallFailure } from '../http/failure.js';
import { isSessionEnd } from '../session/client/auth-failure.js';
import { api } from './api.js';
import { accountQuery, bodyEndpointOf, callOf, endpointOf, pagedEndpointOf, type OfAccount } from './endpoint.js';

export interface ReportSearch extends OfAccount {
  search: string;
  state: ReportState | 'all';
  type: NonNullable<z.output<typeof reportListQuerySchema>['type']> | 'all';
}

interface AuditSearch extends OfAccount {
  subject: AuditSubject | 'all';
  /** `2026-11-27`, in the reader's time zone; '' for all days. */
  day: string;
}

export interface ReportText {
  id: string;
  kind: 'notes' | 'answers';
  text: string;
}

export interface SiteSearch extends OfAccount {
  text: string;
  state: (typeof siteStates)[number];
}

interface Moderation {
  site: string;
  action: 'stop' | 'restore';
  reason: string;
  /** A stop applies to every page of this content, also to later ones. */
  everywhere?: true | undefined;
}

/** A refused change invalidates, too: the screen may be outdated. After the session's end nothing can be read. */
export function invalidateAlways<Tag extends string>(...tags: Tag[]) {
  return (_done: unknown, failure: CallFailure | undefined): Tag[] => (failure && isSessionEnd(failure) ? [] : tags);
}

export const numbersRefresh = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

const attackModeIn = ({ attack_mode: mode }: AttackModeAnswer) => mode;
const unlessAll = <Value extends string>(value: Value) =>
  value === 'all' ? undefined : (value as Exclude<Value, 'all'>);

function timesOf(day: string): { from?: string; until?: string } {
  if (day === '') return {};
  const [from, until] = [`${day}T00:00:00.000`, `${day}T23:59:59.999`].map((time) => new Date(time).toISOString());
  return { from, until };
}

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
export const adminApi = api
  .enhanceEndpoints({ addTagTypes: ['AdminSites', 'AdminReports', 'AdminAccounts', 'AttackMode', 'Backups'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getOwnRole: build.query(accountQuery(siteAdminRoutes.ownRole, ({ role }) => role)),
      searchSites: build.infiniteQuery({
        ...pagedEndpointOf(siteAdminRoutes.searchSites, ({ text, state }: SiteSearch, after) => ({
          query: { text, state, after },
        })),
        providesTags: ['AdminSites'],
      }),
      moderateSite: build.mutation<unknown, Moderation>({
        query: ({ site, action, ...body }) =>
          callOf(siteAdminRoutes[action === 'stop' ? 'stopSite' : 'restoreSite'], { params: { site }, body }),
        invalidatesTags: invalidateAlways('AdminSites', 'SiteCount'),
      }),

      searchAccounts: build.infiniteQuery({
        ...pagedEndpointOf(accountAdminRoutes.searchAccounts, ({ search }: OfAccount & { search: string }, cursor) => ({
          query: { search, cursor },
        })),
        providesTags: ['AdminAccounts'],
      }),
      banAccount: build.mutation<unknown, { id: string; action: 'ban' | 'unban'; reason: string }>({
        query: ({ id: accountId, action, reason }) =>
          callOf(accountAdminRoutes[action === 'ban' ? 'banAccount' : 'unbanAccount'], {
            params: { accountId },
            body: { reason },
          }),
        invalidatesTags: invalidateAlways('AdminAccounts', 'AdminSites'),
      }),
      setRole: build.mutation({
        ...endpointOf(
          accountAdminRoutes.setRole,
          ({ id: accountId, ...body }: { id: string; role: AdminRole | null; reason: string }) => ({
            params: { accountId },
            body,
          }),
        ),
        invalidatesTags: invalidateAlways('AdminAccounts'),
      }),
      listAudit: build.infiniteQuery(
        pagedEndpointOf(auditRoutes.audit, ({ subject, day }: AuditSearch, cursor) => ({
          query: { subject: unlessAll(subject), cursor, ...timesOf(day) },
        })),
      ),

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

      getNumbers: build.query(accountQuery(numbersRoutes.numbers, (numbers) => numbers)),
      /** Sets the cookie that the queues' own pages ask for. */
      openQueues: build.mutation(endpointOf(numbersRoutes.openQueues, (_none: void) => ({}))),
      getAttackMode: build.query(accountQuery(attackModeRoutes.getAttackMode, attackModeIn, 'AttackMode')),
      setAttackMode: build.mutation({
        ...bodyEndpointOf(attackModeRoutes.setAttackMode, attackModeIn),
        invalidatesTags: invalidateAlways('AttackMode'),
      }),
      listBackupRuns: build.query(accountQuery(backupRoutes.listBackupRuns, ({ runs }) => runs, 'Backups')),
      requestBackup: build.mutation({
        ...endpointOf(backupRoutes.requestBackup, (kind: BackupRun['kind']) => ({ body: { kind } })),
        invalidatesTags: invalidateAlways('Backups'),
      }),
    }),
  });

export const {
  useGetOwnRoleQuery,
  useSearchSitesInfiniteQuery,
  useModerateSiteMutation,
  useSearchAccountsInfiniteQuery,
  useBanAccountMutation,
  useSetRoleMutation,
  useListAuditInfiniteQuery,
  useListReportsInfiniteQuery,
  useGetReportQuery,
  useSetReportStateMutation,
  useDecideFalseAlarmMutation,
  useWriteAboutReportMutation,
  useGetNumbersQuery,
  useOpenQueuesMutation,
  useGetAttackModeQuery,
  useSetAttackModeMutation,
  useListBackupRunsQuery,
  useRequestBackupMutation,
} = adminApi;
