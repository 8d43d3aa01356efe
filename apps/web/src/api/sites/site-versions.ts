import {
  eraseVersionAnswerSchema,
  functionErrorSchema,
  labelVersionAnswerSchema,
  siteVersionAnswerSchema,
  siteVersionsAnswerSchema,
  updateSiteAnswerSchema,
  versionTag,
  type CurrentVersion,
  type LabelVersionBody,
  type RestoreVersionBody,
  type SiteVersion,
  type SiteVersionAnswer,
  type SiteVersionsAnswer,
  type UpdateSiteAnswer,
  type UpdateSiteBody,
} from '@haru/contracts';
import type { CallFailure } from '../../http/call.js';
import { api, PUBLISH_TIMEOUT_MS } from '../api.js';
import { checkedCall, paged, pathWith, type OfAccount } from '../checked-call.js';

export type VersionContent = SiteVersionAnswer['site'];
type UpdatedSite = UpdateSiteAnswer['site'];

export interface OfPage extends OfAccount {
  id: string;
}

interface UpdateSiteRequest {
  id: string;
  html: string;
  /** The text is based on this version; undefined replaces any. */
  base: number | undefined;
  /** It is the same for every try of one update. */
  idempotencyKey: string;
}

interface VersionName {
  id: string;
  version: number;
}

const SOURCE = { 'x-haru-source': 'web' };

const versionsPath = (id: string, query: Record<string, string | undefined> = {}) =>
  pathWith('/functions/v1/site-versions', { id, ...query });

const contentCall = (id: string, version: number) =>
  checkedCall(
    pathWith('/functions/v1/site-version', { id, version: String(version) }),
    siteVersionAnswerSchema,
    ({ site }) => site,
    { timeoutMs: PUBLISH_TIMEOUT_MS },
  );

const versionsApi = api.enhanceEndpoints({ addTagTypes: ['Versions'] }).injectEndpoints({
  endpoints: (build) => ({
    listVersions: build.infiniteQuery<SiteVersionsAnswer, OfPage, string | undefined>({
      ...paged,
      query: ({ queryArg: { id }, pageParam: after }) =>
        checkedCall(versionsPath(id, { after }), siteVersionsAnswerSchema),
      providesTags: ['Versions'],
    }),

    getVersion: build.query<VersionContent, OfPage & { version: number }>({
      query: ({ id, version }) => contentCall(id, version),
    }),

    /** Answers the published version, which is the newest one. */
    getHead: build.query<VersionContent, OfPage>({
      queryFn: async ({ id }, _api, _options, ask) => {
        const list = await ask(checkedCall(versionsPath(id, { limit: '1' }), siteVersionsAnswerSchema));
        if (list.error) return { error: list.error };
        const [head] = (list.data as SiteVersionsAnswer).versions;
        if (!head) return { error: noVersion };
        const content = await ask(contentCall(id, head.version));
        return content.error ? { error: content.error } : { data: content.data as VersionContent };
      },
      keepUnusedDataFor: 0,
    }),

    updateSite: build.mutation<UpdatedSite, UpdateSiteRequest>({
      query: ({ id, html, base, idempotencyKey }) =>
        checkedCall('/functions/v1/update-site', updateSiteAnswerSchema, ({ site }) => site, {
          method: 'POST',
          headers: {
            ...SOURCE,
            'if-match': base === undefined ? '*' : versionTag(base),
            'idempotency-key': idempotencyKey,
          },
          body: { id, html_content: html } satisfies UpdateSiteBody,
          timeoutMs: PUBLISH_TIMEOUT_MS,
        }),
      invalidatesTags: (site) => (site ? ['Versions', 'MySites'] : []),
    }),

    restoreVersion: build.mutation<UpdatedSite, VersionName>({
      query: ({ id, version }) =>
        checkedCall('/functions/v1/restore-version', updateSiteAnswerSchema, ({ site }) => site, {
          method: 'POST',
          headers: SOURCE,
          body: { id, version } satisfies RestoreVersionBody,
          timeoutMs: PUBLISH_TIMEOUT_MS,
        }),
      invalidatesTags: (site) => (site ? ['Versions', 'MySites'] : []),
    }),

    labelVersion: build.mutation<SiteVersion, VersionName & { label: string }>({
      query: ({ id, version, label }) =>
        checkedCall('/functions/v1/label-version', labelVersionAnswerSchema, ({ version: labelled }) => labelled, {
          method: 'POST',
          body: { id, version, label: label === '' ? null : label } satisfies LabelVersionBody,
        }),
      invalidatesTags: ['Versions'],
    }),

    eraseVersion: build.mutation<null, VersionName>({
      query: (body) =>
        checkedCall('/functions/v1/erase-version', eraseVersionAnswerSchema, () => null, { method: 'POST', body }),
      invalidatesTags: ['Versions'],
    }),
  }),
});

const noVersion: CallFailure = { success: false, error: 'the page has no version', code: 'VERSION_NOT_FOUND' };

export const {
  useListVersionsInfiniteQuery,
  useGetVersionQuery,
  useGetHeadQuery,
  useUpdateSiteMutation,
  useRestoreVersionMutation,
  useLabelVersionMutation,
  useEraseVersionMutation,
} = versionsApi;

/** Returns the page's present version, where an update was refused because of it. */
export function conflictOf(failure: CallFailure | undefined): { current: CurrentVersion | undefined } | undefined {
  if (failure?.code !== 'VERSION_CONFLICT') return undefined;
  return { current: functionErrorSchema.safeParse(failure.answer).data?.current };
}
