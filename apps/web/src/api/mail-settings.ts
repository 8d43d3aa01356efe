import type { MailSettingsAnswer } from '@haru/contracts';
import { api } from './api.js';

const path = '/functions/v1/mail-settings';

const mailSettingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers whether the account wants mails before pages expire. The argument separates accounts in the cache. */
    getExpiryMails: build.query<boolean, { account: string }>({
      query: () => ({ path, auth: 'required', read: ({ data }) => expiryMailsOf(data) }),
      keepUnusedDataFor: 0,
      providesTags: ['MailSettings'],
    }),
    setExpiryMails: build.mutation<boolean, { wanted: boolean }>({
      query: ({ wanted }) => ({
        path,
        method: 'POST',
        body: { expiry_mails: wanted },
        auth: 'required',
        read: ({ data }) => expiryMailsOf(data),
      }),
      invalidatesTags: ['MailSettings'],
    }),
    /** Switches them off with the token of a mail; no session is needed. */
    unsubscribe: build.mutation<null, string>({
      query: (token) => ({
        path: `/functions/v1/unsubscribe?token=${encodeURIComponent(token)}`,
        method: 'POST',
        read: () => null,
      }),
    }),
  }),
});

export const { useGetExpiryMailsQuery, useSetExpiryMailsMutation, useUnsubscribeMutation } = mailSettingsApi;

function expiryMailsOf(answer: unknown): boolean | undefined {
  const { mail_settings: settings } = (answer ?? {}) as Partial<MailSettingsAnswer>;
  return typeof settings?.expiry_mails === 'boolean' ? settings.expiry_mails : undefined;
}
