import {
  functionErrorSchema,
  recoveryRoutes,
  versionRoutes,
  versionTag,
  type CurrentVersion,
  type PreviewVersionAnswer,
  type SiteVersionAnswer,
  type SiteVersionsAnswer,
  type UpdateSiteAnswer,
} from '@haru/contracts';
import type { CallFailure } from '../../http/failure.js';
import { api, KEPT_SECONDS, PUBLISH_TIMEOUT_MS, type PageContent } from '../api.js';
import { bodyEndpointOf, callOf, endpointOf, pagedEndpointOf, type OfAccount } from '../endpoint.js';

export type VersionContent = SiteVersionAnswer['site'];

export interface OfPage extends OfAccount {
  id: string;
}

type UpdateSiteRequest = PageContent & {
  id: string;
  /** The content is based on this version; undefined replaces any. */
  base: number | undefined;
  idempotencyKey: string;
};

interface VersionName {
  id: string;
  version: number;
}

const SOURCE = { 'x-haru-source': 'web' };
const contentIn = ({ site }: SiteVersionAnswer) => site;
const siteIn = ({ site }: UpdateSiteAnswer) => site;
const contentRequest = ({ id, version }: VersionName) => ({ query: { id, version }, timeoutMs: PUBLISH_TIMEOUT_MS });

const versionsApi = api.enhanceEndpoints({ addTagTypes: ['Versions'] }).injectEndpoints({
  endpoints: (build) => ({
    listVersions: build.infiniteQuery({
      ...pagedEndpointOf(versionRoutes.listVersions, ({ id }: OfPage, after) => ({ query: { id, after } })),
      providesTags: ['Versions'],
    }),

    getVersion: build.query({
      ...endpointOf(versionRoutes.getVersion, (of: OfPage & { version: number }) => contentRequest(of), contentIn),
      keepUnusedDataFor: KEPT_SECONDS,
    }),

    getHead: build.query<VersionContent, OfPage>({
      queryFn: async ({ id }, _api, _options, ask) => {
        const list = await ask(callOf(versionRoutes.listVersions, { query: { id, limit: 1 } }));
        if (list.error) return { error: list.error };
        const [head] = (list.data as SiteVersionsAnswer).versions;
        if (!head) return { error: noVersion };
        const content = await ask(callOf(versionRoutes.getVersion, contentRequest({ id, version: head.version })));
        return content.error ? { error: content.error } : { data: (content.data as SiteVersionAnswer).site };
      },
    }),

    /** Answers an address from which the bytes of a file can be read for some minutes. */
    getFileAddress: build.query(
      endpointOf(
        versionRoutes.getFile,
        ({ id, version, path }: OfPage & { version: number; path: string }) => ({ query: { id, version, path } }),
        ({ file }) => file.url,
      ),
    ),

    /** Answers the address of a preview of a version with several files; null where the server has none. */
    previewFiles: build.query<string | null, OfPage & { version: number }>({
      queryFn: async ({ id, version }, _api, _options, ask) => {
        const preview = await ask(callOf(recoveryRoutes.previewVersion, { body: { id, version } }));
        if (preview.error?.code === 'PREVIEW_NOT_AVAILABLE') return { data: null };
        return preview.error ? { error: preview.error } : { data: (preview.data as PreviewVersionAnswer).url };
      },
    }),

    updateSite: build.mutation({
      ...endpointOf(
        versionRoutes.updateSite,
        ({ id, base, idempotencyKey, ...content }: UpdateSiteRequest) => ({
          headers: {
            ...SOURCE,
            'if-match': base === undefined ? '*' : versionTag(base),
            'idempotency-key': idempotencyKey,
          },
          body: { id, ...content },
          timeoutMs: PUBLISH_TIMEOUT_MS,
        }),
        siteIn,
      ),
      invalidatesTags: (site) => (site ? ['Versions', 'MySites'] : []),
    }),

    restoreVersion: build.mutation({
      ...endpointOf(
        versionRoutes.restoreVersion,
        (body: VersionName) => ({ headers: SOURCE, body, timeoutMs: PUBLISH_TIMEOUT_MS }),
        siteIn,
      ),
      invalidatesTags: (site) => (site ? ['Versions', 'MySites'] : []),
    }),

    labelVersion: build.mutation({
      ...endpointOf(versionRoutes.labelVersion, ({ label, ...version }: VersionName & { label: string }) => ({
        body: { ...version, label: label === '' ? null : label },
      })),
      invalidatesTags: ['Versions'],
    }),

    eraseVersion: build.mutation({
      ...bodyEndpointOf(versionRoutes.eraseVersion),
      invalidatesTags: ['Versions'],
    }),
  }),
});

const noVersion: CallFailure = { success: false, error: 'the page has no version', code: 'VERSION_NOT_FOUND' };

export const {
  useListVersionsInfiniteQuery,
  useGetVersionQuery,
  useGetHeadQuery,
  usePreviewFilesQuery,
  useUpdateSiteMutation,
  useRestoreVersionMutation,
  useLabelVersionMutation,
  useEraseVersionMutation,
} = versionsApi;

export const { getFileAddress } = versionsApi.endpoints;

export function conflictOf(failure: CallFailure | undefined): { current: CurrentVersion | undefined } | undefined {
  if (failure?.code !== 'VERSION_CONFLICT') return undefined;
  return { current: functionErrorSchema.safeParse(failure.answer).data?.current };
}
