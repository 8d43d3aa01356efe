import {
  keyRoutes,
  mailSettingsRoutes,
  managementLinkRoutes,
  recoveryCodeRoutes,
  sessionRoutes,
  type ApiKeysAnswer,
  type MailSettingsAnswer,
  type NewApiKeyAnswer,
  type SessionsAnswer,
} from '@haru/contracts';
import { api } from './api.js';
import { accountQuery, endpointOf, type BodyOf } from './endpoint.js';

export type AccountSession = SessionsAnswer['sessions'][number];
export type ApiKey = ApiKeysAnswer['api_keys'][number];
export type NewApiKey = NewApiKeyAnswer['api_key'];

const isWanted = ({ mail_settings: settings }: MailSettingsAnswer): boolean => settings.expiry_mails;
const nothing = (_none: void) => ({});

/** These endpoints are loaded with the screens that use them, so schemas may check the answers. */
const accountApi = api
  .enhanceEndpoints({ addTagTypes: ['Sessions', 'ApiKeys', 'ManagementLink', 'RecoveryCodes'] })
  .injectEndpoints({
    endpoints: (build) => ({
      listSessions: build.query(accountQuery(sessionRoutes.listSessions, ({ sessions }) => sessions, 'Sessions')),
      endSession: build.mutation({
        ...endpointOf(sessionRoutes.endSession, (sessionId: string) => ({ params: { sessionId } })),
        invalidatesTags: (ended) => (ended ? ['Sessions'] : []),
      }),
      listApiKeys: build.query(accountQuery(keyRoutes.listApiKeys, ({ api_keys: keys }) => keys, 'ApiKeys')),
      createApiKey: build.mutation({
        ...endpointOf(
          keyRoutes.createApiKey,
          (body: BodyOf<typeof keyRoutes.createApiKey>) => ({ body, hasCodeField: true }),
          ({ api_key: made }) => made,
        ),
        invalidatesTags: (made) => (made ? ['ApiKeys'] : []),
      }),
      revokeApiKey: build.mutation({
        ...endpointOf(keyRoutes.revokeApiKey, (keyId: string) => ({ params: { keyId } })),
        invalidatesTags: (revoked) => (revoked ? ['ApiKeys'] : []),
      }),
      getManagementLink: build.query(
        accountQuery(managementLinkRoutes.getManagementLink, ({ management_link: link }) => link, 'ManagementLink'),
      ),
      /** Makes the link, or renews it, which ends the former one. The server does not give out the secret again. */
      createManagementLink: build.mutation({
        ...endpointOf(managementLinkRoutes.createManagementLink, nothing, ({ management_link: link }) => link),
        invalidatesTags: (made) => (made ? ['ManagementLink'] : []),
      }),
      revokeManagementLink: build.mutation({
        ...endpointOf(managementLinkRoutes.revokeManagementLink, nothing),
        invalidatesTags: (revoked) => (revoked ? ['ManagementLink'] : []),
      }),
      getRecoveryCodes: build.query(
        accountQuery(recoveryCodeRoutes.getRecoveryCodes, ({ recovery_codes: found }) => found, 'RecoveryCodes'),
      ),
      /** Makes the codes, or renews them, which ends the former ones. The server does not give them out again. */
      createRecoveryCodes: build.mutation({
        ...endpointOf(recoveryCodeRoutes.createRecoveryCodes, nothing, ({ recovery_codes: made }) => made),
        invalidatesTags: (made) => (made ? ['RecoveryCodes'] : []),
      }),
      getExpiryMails: build.query(accountQuery(mailSettingsRoutes.getMailSettings, isWanted, 'MailSettings')),
      setExpiryMails: build.mutation({
        ...endpointOf(
          mailSettingsRoutes.updateMailSettings,
          (wanted: boolean) => ({ body: { expiry_mails: wanted } }),
          isWanted,
        ),
        invalidatesTags: ['MailSettings'],
      }),
      /** Switches them off with the token of a mail; no session is needed. */
      unsubscribe: build.mutation(
        endpointOf(mailSettingsRoutes.unsubscribe, (token: string) => ({ query: { token } })),
      ),
    }),
  });

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useListApiKeysQuery,
  useCreateApiKeyMutation,
  useRevokeApiKeyMutation,
  useGetManagementLinkQuery,
  useCreateManagementLinkMutation,
  useRevokeManagementLinkMutation,
  useGetRecoveryCodesQuery,
  useCreateRecoveryCodesMutation,
  useGetExpiryMailsQuery,
  useSetExpiryMailsMutation,
  useUnsubscribeMutation,
} = accountApi;
