import type { AppConfig, CreateSiteAnswer, CreateSiteBody, PageFormat } from '@haru/contracts';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { memberOf, type CallSuccess } from '../http/call.js';
import { callErrorWith, settled, type CallFailure } from '../http/failure.js';
import type { ServerRequest } from '../session/client/session-calls.js';
import type { SessionEnvironment } from '../session/environment.js';
import { texts } from '../texts/ja.js';

export interface ApiEnvironment extends SessionEnvironment {
  openMfaDialog: () => void;
}

export interface ApiRequest extends ServerRequest {
  /** Takes from the answer what the endpoint promises; undefined if it is not there. */
  read: (answer: CallSuccess) => unknown;
  /** The screen that calls has a field for the code of the second step; otherwise the dialog about it opens. */
  hasCodeField?: boolean;
}

export type PublishedSite = CreateSiteAnswer['site'];

export type PageContent = { html_content: string; format?: PageFormat } | { upload_id: string };

type CreateSiteRequest = CreateSiteBody & {
  /** It is the same for every try of one publication, so that a retry never publishes twice. */
  idempotencyKey: string;
};

export const PUBLISH_TIMEOUT_MS = 90_000;
/** Answers that hardly change are kept for so long after the last screen with them. */
export const KEPT_SECONDS = 60;

const baseQuery: BaseQueryFn<ApiRequest, unknown, CallFailure> = async (request, { extra }) => {
  const environment = extra as ApiEnvironment;
  const answer = await settled(answerTo(request, environment));
  if (answer.error?.code === 'insufficient_aal' && !request.hasCodeField) await goToMfa(environment);
  return answer;
};

/** A factor may have been added on another device, so that the second step is missing: the next token then says so. */
async function goToMfa({ session, openMfaDialog }: ApiEnvironment): Promise<void> {
  openMfaDialog();
  try {
    if ((await session.account()).kind !== 'needsMfa') await session.request((client) => client.refreshSession());
  } catch (error) {
    // The question is shown anyway, and answering it brings another token.
    console.warn('the session was not renewed', error);
  }
}

async function answerTo(
  { read, hasCodeField: _, ...request }: ApiRequest,
  { session }: ApiEnvironment,
): Promise<unknown> {
  const answer = read(await session.callServer(request));
  if (answer === undefined) throw callErrorWith('UNKNOWN_ERROR');
  return answer;
}

export const api = createApi({
  baseQuery,
  // A screen that is opened again asks again: sites and accounts are also changed elsewhere.
  keepUnusedDataFor: 0,
  tagTypes: ['SiteCount', 'MySites', 'DeletedSites', 'ExpiringSites', 'MailSettings'],
  endpoints: (build) => ({
    getAppConfig: build.query<AppConfig, void>({
      queryFn: (_none, { extra }) => settled((extra as ApiEnvironment).loadConfig()),
      keepUnusedDataFor: KEPT_SECONDS,
    }),

    createSite: build.mutation<PublishedSite, CreateSiteRequest>({
      query: ({ idempotencyKey, ...body }) => ({
        path: '/functions/v1/create-site',
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey, 'x-haru-source': 'web' },
        body,
        auth: 'create',
        timeoutMs: PUBLISH_TIMEOUT_MS,
        read: ({ data }) => memberOf(data, 'site'),
      }),
      invalidatesTags: (site) => (site ? ['SiteCount', 'MySites'] : []),
    }),

    checkPath: build.query<boolean, string>({
      query: (path) => ({
        path: `/functions/v1/check-path?path=${encodeURIComponent(path)}`,
        auth: 'required',
        read: ({ data }) => memberOf(data, 'available'),
      }),
    }),

    signOut: build.mutation<null, void>({
      queryFn: (_none, { extra }) => settled<null>((extra as ApiEnvironment).session.signOut().then(() => null)),
    }),

    countActiveSites: build.query<number, void>({
      query: () => ({
        path: '/rest/v1/sites?select=*&is_active=eq.true',
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
        read: ({ headers }) => totalOf(headers.get('content-range')),
      }),
      keepUnusedDataFor: KEPT_SECONDS,
      providesTags: ['SiteCount'],
    }),
  }),
});

export const { useCreateSiteMutation, useCheckPathQuery, useCountActiveSitesQuery, useSignOutMutation } = api;

/** Reads the server's settings, undefined until they are loaded. The component renders again when the value changes. */
export function useAppConfig<Value>(read: (config: AppConfig | undefined) => Value): Value {
  return api.useGetAppConfigQuery(undefined, { selectFromResult: ({ data }) => ({ value: read(data) }) }).value;
}

export const useProductName = (): string => useAppConfig((config) => config?.productName ?? texts.productName);

/** Reads the total of a `Content-Range` such as `0-24/1234`; undefined if it names none. */
export function totalOf(contentRange: string | null): number | undefined {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}
