import {
  accountOverviewAnswerSchema,
  accountPageAnswerSchema,
  type accountPageSchema,
  auditPageAnswerSchema,
  type auditPageSchema,
  type AccountOverview,
  type AdminRole,
  type AuditSubject,
} from '@haru/contracts';
import type { z } from 'zod';
import { adminApi, adminCall, invalidateAlways } from './admin.js';
import { paged, pathWith, type OfAccount } from '../checked-call.js';

type AccountPage = z.infer<typeof accountPageSchema>;
type AuditPage = z.infer<typeof auditPageSchema>;

interface Ban {
  id: string;
  action: 'ban' | 'unban';
  reason: string;
}

const accountsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    searchAccounts: build.infiniteQuery<AccountPage, OfAccount & { search: string }, string | undefined>({
      ...paged,
      query: ({ queryArg: { search }, pageParam: cursor }) =>
        adminCall(pathWith('/accounts', { search, cursor }), accountPageAnswerSchema),
      providesTags: ['AdminAccounts'],
    }),
    banAccount: build.mutation<AccountOverview, Ban>({
      query: ({ id, action, reason }) =>
        adminCall(`/accounts/${id}/${action}`, accountOverviewAnswerSchema, ({ account }) => account, {
          method: 'POST',
          body: { reason },
        }),
      invalidatesTags: invalidateAlways('AdminAccounts', 'AdminSites'),
    }),
    setRole: build.mutation<AccountOverview, { id: string; role: AdminRole | null; reason: string }>({
      query: ({ id, ...body }) =>
        adminCall(`/accounts/${id}/role`, accountOverviewAnswerSchema, ({ account }) => account, {
          method: 'PUT',
          body,
        }),
      invalidatesTags: invalidateAlways('AdminAccounts'),
    }),
    listAudit: build.infiniteQuery<AuditPage, OfAccount & { subject: AuditSubject | 'all' }, string | undefined>({
      ...paged,
      query: ({ queryArg: { subject }, pageParam: cursor }) =>
        adminCall(
          pathWith('/audit', { subject: subject === 'all' ? undefined : subject, cursor }),
          auditPageAnswerSchema,
        ),
    }),
  }),
});

export const { useSearchAccountsInfiniteQuery, useBanAccountMutation, useSetRoleMutation, useListAuditInfiniteQuery } =
  accountsApi;
