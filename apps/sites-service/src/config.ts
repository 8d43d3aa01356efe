import {
  jsonEnv,
  pageAddressesEnv,
  pageRulesEnv,
  publishLimitsEnv,
  reservedPathsEnv,
  refinePageAddresses,
  sitePolicyEnv,
} from '@haru/contracts';
import { databaseEnv, httpEnv, redisEnv, webOrigin } from '@haru/service-runtime';
import { z } from 'zod';
import { htmlStorageEnv } from './html-storage/storage-env.js';

/**
 * Signs the manifests that a viewer reads from storage while the database is away, and the addresses of previews; the
 * same for services, workers and viewers. Several keys have commas between them: the first signs, all are valid.
 */
const pageManifestEnv = {
  PAGE_MANIFEST_KEY: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().min(32, 'must have at least 32 characters')).min(1)),
};

const serviceProcessEnv = z.object({
  ...databaseEnv,
  ...redisEnv,
  ...pageManifestEnv,
  /** Changes to the contracts' table of who may do what. */
  SITE_POLICY: sitePolicyEnv,
  /** Set: pages have origins of their own, and a path that was given up stays reserved for its owner forever. */
  VIEWER_ORIGIN_PATTERN: pageAddressesEnv.VIEWER_ORIGIN_PATTERN,
  PRODUCT_NAME: z.string().default('Haru'),
  /** More reserved paths than those of the contracts: `news,events`. */
  RESERVED_PATHS: reservedPathsEnv,
  /** Changes to the contracts' rules for pages. */
  PAGE_RULES: pageRulesEnv,
  /** Changes to the contracts' table of how much may be published. */
  PUBLISH_LIMITS: publishLimitsEnv,
  /**
   * From so many bytes of HTML in all, only registered accounts may publish; 0: no limit. A page takes about 2.5
   * times its HTML (row, artifact in three encodings, log of the database), so the default fits a disk of 80 GB.
   */
  STORAGE_SOFT_LIMIT_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(20 * 1024 ** 3),
});

export const serviceEnv = serviceProcessEnv.and(htmlStorageEnv);
export type ServiceEnv = z.infer<typeof serviceEnv>;

const defaultRetention = {
  /** Hours for which every version is kept. */
  keepAllHours: 24,
  /** How many of a page's newest versions are kept after that: of a temporary account, */
  newestTemporary: 10,
  /** and of a registered one. */
  newestRegistered: 50,
  /** Days after which a version is removed, unless it has a label or is shown. */
  maxDays: 365,
};
export type VersionRetention = typeof defaultRetention;

const countSchema = z.int().min(0).max(1_000_000);

/** `VERSION_RETENTION` as JSON: what is to be otherwise. */
const versionRetentionEnv = jsonEnv(
  z
    .object({
      keepAllHours: countSchema,
      newestTemporary: countSchema,
      newestRegistered: countSchema,
      maxDays: countSchema,
    })
    .partial()
    .transform((changes): VersionRetention => ({ ...defaultRetention, ...changes })),
);

export const workerEnv = serviceProcessEnv
  .extend({
    /** How long old versions of pages are kept: changes to the defaults. */
    VERSION_RETENTION: versionRetentionEnv,
    /** How often storage and counts are reconciled with the database. */
    RECONCILE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
  })
  .and(htmlStorageEnv);
export type WorkerEnv = z.infer<typeof workerEnv>;

const viewerProcessEnv = z.object({
  ...databaseEnv,
  ...pageManifestEnv,
  /** Where changes are published. */
  ...redisEnv,
  /** The app and its API, for the links and retries of error screens. */
  PUBLIC_ORIGIN: webOrigin,
  HOST: z.string().default('127.0.0.1'),
  ...httpEnv,
  /** The size of the page cache. */
  VIEWER_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(8 * 1024 * 1024)
    .default(128 * 1024 * 1024),
  /** How long cached pages are shown while the database is not available. 0: not at all. */
  VIEWER_MAX_STALE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(86_400),
  /** The size of the responses that clients have not read yet. */
  VIEWER_MAX_UNSENT_BYTES: z.coerce
    .number()
    .int()
    .min(4 * 1024 * 1024)
    .default(64 * 1024 * 1024),
  /** Of one IPv4 address, or one /64 of IPv6. Ignored behind a proxy, whose connections are those of all clients. */
  VIEWER_MAX_CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(1).default(256),
  ...pageAddressesEnv,
});

export const viewerEnv = viewerProcessEnv.superRefine(refinePageAddresses).and(htmlStorageEnv);
export type ViewerEnv = z.infer<typeof viewerEnv>;
