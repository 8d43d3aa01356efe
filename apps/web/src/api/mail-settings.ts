import { mailSettingsRoutes, type MailSettingsAnswer } from '@haru/contracts';
import { api } from './api.js';
import { endpointOf, type OfAccount } from './endpoint.js';

const isWanted = ({ mail_settings: settings }: MailSettingsAnswer): boolean => settings.expiry_mails;

const mailSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getExpiryMails: build.query({
      ...endpointOf(mailSettingsRoutes.getMailSettings, (_of: OfAccount) => ({}), isWanted),
      keepUnusedDataFor: 0,
      providesTags: ['MailSettings'],
    }),
    setExpiryMails: build.mutation({
      ...endpointOf(
        mailSettingsRoutes.updateMailSettings,
        ({ wanted }: { wanted: boolean }) => ({ body: { expiry_mails: wanted } }),
        isWanted,
      ),
      invalidatesTags: ['MailSettings'],
    }),
    /** Switches them off with the token of a mail; no session is needed. */
    unsubscribe: build.mutation(endpointOf(mailSettingsRoutes.unsubscribe, (token: string) => ({ query: { token } }))),
  }),
});

export const { useGetExpiryMailsQuery, useSetExpiryMailsMutation, useUnsubscribeMutation } = mailSettingsApi;
