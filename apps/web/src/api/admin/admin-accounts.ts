import { accountAdminRoutes, auditRoutes, type AdminRole, type AuditSubject } from '@haru/contracts';
import { callOf, endpointOf, pagedEndpointOf, type OfAccount } from '../endpoint.js';
import { adminApi, invalidateAlways } from './admin.js';

interface Ban {
  id: string;
  action: 'ban' | 'unban';
  reason: string;
}

const accountsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    searchAccounts: build.infiniteQuery({
      ...pagedEndpointOf(accountAdminRoutes.searchAccounts, ({ search }: OfAccount & { search: string }, cursor) => ({
        query: { search, cursor },
      })),
      providesTags: ['AdminAccounts'],
    }),
    banAccount: build.mutation<unknown, Ban>({
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
      pagedEndpointOf(auditRoutes.audit, ({ subject }: OfAccount & { subject: AuditSubject | 'all' }, cursor) => ({
        query: { subject: subject === 'all' ? undefined : subject, cursor },
      })),
    ),
  }),
});

export const { useSearchAccountsInfiniteQuery, useBanAccountMutation, useSetRoleMutation, useListAuditInfiniteQuery } =
  accountsApi;
