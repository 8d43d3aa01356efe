import { versionRoutes, type ArchiveAddress } from '@haru/contracts';
import { api } from '../api.js';
import { accountQuery, endpointOf, type OfAccount } from '../endpoint.js';

const urlOf = ({ archive }: ArchiveAddress) => archive.url;

/** They answer the address of a ZIP archive, which is valid for some minutes. */
const archivesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSiteArchive: build.query(
      endpointOf(
        versionRoutes.getArchive,
        ({ id, version }: OfAccount & { id: string; version?: number }) => ({ query: { id, version } }),
        urlOf,
      ),
    ),
    getAccountArchive: build.query(accountQuery(versionRoutes.getAccountArchive, urlOf)),
  }),
});

export const { useLazyGetSiteArchiveQuery, useLazyGetAccountArchiveQuery } = archivesApi;
