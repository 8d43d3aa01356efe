import {
  accountOverviewAnswerSchema,
  accountPageAnswerSchema,
  type accountPageSchema,
  auditPageAnswerSchema,
  type auditPageSchema,
  type AccountOverview,
  type AdminRole,
} from '@haru/contracts';
import type { z } from 'zod';
import { addressOf, adminApi, reading, invalidateAlways, type OfAccount } from './admin.js';

type AccountPage = z.infer<typeof accountPageSchema>;
type AuditPage = z.infer<typeof auditPageSchema>;

export interface AccountSearch extends OfAccount {
  search: string;
}

export interface Ban {
  id: string;
  action: 'ban' | 'unban';
  reason: string;
}

const accountsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    searchAccounts: build.infiniteQuery<AccountPage, AccountSearch, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: { search }, pageParam: cursor }) => ({
        path: addressOf('/admin/v1/accounts', { search, cursor }),
        auth: 'required',
        read: reading(accountPageAnswerSchema),
      }),
      keepUnusedDataFor: 0,
      providesTags: ['AdminAccounts'],
    }),
    banAccount: build.mutation<AccountOverview, Ban>({
      query: ({ id, action, reason }) => ({
        path: `/admin/v1/accounts/${id}/${action}`,
        method: 'POST',
        body: { reason },
        auth: 'required',
        read: (answer) => reading(accountOverviewAnswerSchema)(answer)?.account,
      }),
      invalidatesTags: invalidateAlways('AdminAccounts', 'AdminSites'),
    }),
    setRole: build.mutation<AccountOverview, { id: string; role: AdminRole | null; reason: string }>({
      query: ({ id, role, reason }) => ({
        path: `/admin/v1/accounts/${id}/role`,
        method: 'PUT',
        body: { role, reason },
        auth: 'required',
        read: (answer) => reading(accountOverviewAnswerSchema)(answer)?.account,
      }),
      invalidatesTags: invalidateAlways('AdminAccounts'),
    }),
    listAudit: build.infiniteQuery<AuditPage, OfAccount, string | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam: cursor }) => ({
        path: addressOf('/admin/v1/audit', { cursor }),
        auth: 'required',
        read: reading(auditPageAnswerSchema),
      }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSearchAccountsInfiniteQuery, useBanAccountMutation, useSetRoleMutation, useListAuditInfiniteQuery } =
  accountsApi;
