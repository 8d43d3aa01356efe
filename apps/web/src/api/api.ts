import type {
  AppConfig,
  CheckPathAnswer,
  CreateSiteAnswer,
  CreateSiteBody,
  Lifetime,
  PageFormat,
  Visibility,
} from '@haru/contracts';
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { texts } from '../texts/ja.js';
import { claimOf } from '../session/account.js';
import { CallError, fallbackConfig } from '../http/app-config.js';
import { call, failureOfThrown, type CallFailure, type CallRequest, type CallSuccess } from '../http/call.js';
import type { SessionEnvironment } from '../session/environment.js';
import type { SessionManager } from '../session/session-manager.js';

export interface ApiEnvironment extends SessionEnvironment {
  openMfaDialog: () => void;
}

export interface ApiRequest extends Omit<CallRequest, 'path' | 'anonKey' | 'accessToken'> {
  /** It is a function of the account's id where the call names the account. */
  path: string | ((accountId: string) => string);
  /** Takes from the answer what the endpoint promises; undefined if it is not there. */
  read: (answer: CallSuccess) => unknown;
  /**
   * Whose token is sent; absent for none. `create`: the signed-in account's, or a new temporary account's.
   * `required`: the signed-in account's; without one the call is refused here. `optional`: the signed-in account's,
   * if there is one.
   */
  auth?: 'create' | 'required' | 'optional';
}

export type PublishedSite = CreateSiteAnswer['site'];

export type PageContent = { htmlContent: string; format?: PageFormat } | { uploadId: string };

type CreateSiteRequest = PageContent & {
  customPath?: string;
  noindex?: boolean;
  lifetime?: Lifetime;
  visibility?: Visibility;
  password?: string;
  /** It is the same for every try of one publication, so that a retry never publishes twice. */
  idempotencyKey: string;
};

export const PUBLISH_TIMEOUT_MS = 90_000;
/** Answers that hardly change are kept for so long after the last screen with them. */
export const KEPT_SECONDS = 60;

const baseQuery: BaseQueryFn<ApiRequest, unknown, CallFailure> = async (request, { extra }) => {
  const environment = extra as ApiEnvironment;
  const answer = await send(request, environment);
  if (answer.error?.code === 'insufficient_aal') await goToMfa(environment);
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

async function send(
  request: ApiRequest,
  { loadConfig, session }: ApiEnvironment,
): Promise<{ data: unknown; error?: undefined } | { error: CallFailure }> {
  const { auth, path, read, ...rest } = request;
  try {
    const { anonKey } = await loadConfig();
    const accessToken = await tokenFor(auth, session);
    const address = typeof path === 'string' ? path : path(claimOf(accessToken ?? '', 'sub') ?? '');
    const plain = { ...rest, path: address, anonKey };
    const result = accessToken
      ? await session.callWithToken(accessToken, (token) => call({ ...plain, accessToken: token }), auth === 'create')
      : await call(plain);
    if (!result.success) return { error: result };
    const data = read(result);
    return data === undefined ? { error: unreadable } : { data };
  } catch (error) {
    return { error: failureOfError(error) };
  }
}

async function tokenFor(auth: ApiRequest['auth'], session: SessionManager): Promise<string | undefined> {
  switch (auth) {
    case 'create':
      return session.tokenOrCreateAccount();
    case 'required':
      return session.token();
    case 'optional':
      return session.tokenIfAny();
    case undefined:
      return undefined;
  }
}

function failureOfError(error: unknown): CallFailure {
  return error instanceof CallError ? error.failure : failureOfThrown(error);
}

export async function settled<Data>(work: Promise<Data>): Promise<{ data: Data } | { error: CallFailure }> {
  return work.then(
    (data) => ({ data }),
    (error: unknown) => ({ error: failureOfError(error) }),
  );
}

const unreadable: CallFailure = { success: false, error: texts.call.failed, code: 'UNKNOWN_ERROR' };

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
      query: ({ customPath, noindex, lifetime, visibility, password, idempotencyKey, ...content }) => ({
        path: '/functions/v1/create-site',
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey, 'x-haru-source': 'web' },
        body: {
          ...contentMembers(content),
          ...(customPath ? { custom_path: customPath } : {}),
          ...(noindex ? { noindex } : {}),
          ...(lifetime === undefined ? {} : { expires_in_days: lifetime }),
          ...(visibility === undefined ? {} : { visibility }),
          ...(password === undefined ? {} : { password }),
        } satisfies CreateSiteBody,
        auth: 'create',
        timeoutMs: PUBLISH_TIMEOUT_MS,
        read: ({ data }) => publishedSiteOf(data),
      }),
      invalidatesTags: (site) => (site ? ['SiteCount', 'MySites'] : []),
    }),

    checkPath: build.query<boolean, string>({
      query: (path) => ({
        path: `/functions/v1/check-path?path=${encodeURIComponent(path)}`,
        auth: 'required',
        read: ({ data }) => availableOf(data),
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

export const {
  useCreateSiteMutation,
  useCheckPathQuery,
  useCountActiveSitesQuery,
  useGetAppConfigQuery,
  useSignOutMutation,
} = api;

export function contentMembers(content: PageContent) {
  if ('uploadId' in content) return { upload_id: content.uploadId };
  const { htmlContent: html_content, format } = content;
  return format ? { html_content, format } : { html_content };
}

/** Returns the server's settings, or the contracts' defaults until they are loaded. */
export function useAppConfig(): Pick<AppConfig, 'productName' | 'limits'> {
  return useGetAppConfigQuery().data ?? fallbackConfig;
}

/** Reads the total of a `Content-Range` such as `0-24/1234`; undefined if it names none. */
export function totalOf(contentRange: string | null): number | undefined {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

function availableOf(answer: unknown): boolean | undefined {
  const { available } = (answer ?? {}) as Partial<CheckPathAnswer>;
  return typeof available === 'boolean' ? available : undefined;
}

function publishedSiteOf(answer: unknown): PublishedSite | undefined {
  const { site } = (answer ?? {}) as Partial<CreateSiteAnswer>;
  const complete =
    typeof site?.url === 'string' && typeof site.title === 'string' && typeof site.expires_at === 'string';
  return complete ? site : undefined;
}
