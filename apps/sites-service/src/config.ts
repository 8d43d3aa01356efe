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
import { htmlStorageEnv } from './storage/html-storage/storage-env.js';

const MIB = 1024 * 1024;
const integer = z.coerce.number().int();

/**
 * Signs the addresses of previews and the manifests that a viewer reads from storage while the database is not
 * available. It is the same for services, workers and viewers. Commas separate several keys: the first one signs, all
 * are valid.
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
  SITE_POLICY: sitePolicyEnv,
  /** When it is set, pages have origins of their own, and their freed paths stay reserved for their owners forever. */
  VIEWER_ORIGIN_PATTERN: pageAddressesEnv.VIEWER_ORIGIN_PATTERN,
  OWN_ORIGINS_FOR: pageAddressesEnv.OWN_ORIGINS_FOR,
  PRODUCT_NAME: z.string().default('Haru'),
  RESERVED_PATHS: reservedPathsEnv,
  PAGE_RULES: pageRulesEnv,
  PUBLISH_LIMITS: publishLimitsEnv,
  /**
   * When all pages together have this many bytes of HTML, only registered accounts may publish; 0 means no limit. A
   * page takes about 2.5 times its HTML (row, artifact in three encodings, log of the database), so the default fits a
   * disk of 80 GB.
   */
  STORAGE_SOFT_LIMIT_BYTES: integer.min(0).default(20 * 1024 * MIB),
});

export const serviceEnv = serviceProcessEnv.and(htmlStorageEnv);
export type ServiceEnv = z.infer<typeof serviceEnv>;

const countOr = (count: number) => z.int().min(0).max(1_000_000).default(count);

/** `VERSION_RETENTION` is JSON with the changes to the defaults. */
const versionRetentionSchema = z.object({
  /** Every version is kept for this many hours. */
  keepAllHours: countOr(24),
  /** After that, this many of a page's newest versions are kept for a temporary account, */
  newestTemporary: countOr(10),
  /** and this many for a registered one. */
  newestRegistered: countOr(50),
  /** After this many days a version is removed, unless it has a label or is shown. */
  maxDays: countOr(365),
});
export type VersionRetention = z.output<typeof versionRetentionSchema>;

export const workerEnv = serviceProcessEnv
  .extend({
    VERSION_RETENTION: jsonEnv(versionRetentionSchema),
    /** Storage and counts are reconciled with the database at this interval. */
    RECONCILE_SECONDS: integer.min(1).max(86_400).default(600),
  })
  .and(htmlStorageEnv);
export type WorkerEnv = z.infer<typeof workerEnv>;

/** The process that takes the bytes of files. */
export const uploadsEnv = serviceProcessEnv
  .extend({
    HOST: z.string().default('127.0.0.1'),
    PORT: httpEnv.PORT,
    /** The bodies that are being received may have this many bytes together; above it the answer is 503. */
    UPLOADS_MAX_BODY_BYTES: integer.min(32 * MIB).default(192 * MIB),
  })
  .and(htmlStorageEnv);
export type UploadsEnv = z.infer<typeof uploadsEnv>;

const viewerProcessEnv = z.object({
  ...databaseEnv,
  ...pageManifestEnv,
  ...redisEnv,
  /** Error screens link to the app here, and retry with its API. */
  PUBLIC_ORIGIN: webOrigin,
  HOST: z.string().default('127.0.0.1'),
  ...httpEnv,
  VIEWER_CACHE_BYTES: integer.min(8 * MIB).default(128 * MIB),
  /** Cached pages are shown this long while the database is not available; with 0 they are not shown. */
  VIEWER_MAX_STALE_SECONDS: integer
    .min(0)
    .max(30 * 86_400)
    .default(86_400),
  /** It bounds the responses that clients have not read yet. */
  VIEWER_MAX_UNSENT_BYTES: integer.min(4 * MIB).default(64 * MIB),
  /**
   * It bounds the connections of one IPv4 address, or one /64 of IPv6. Behind a proxy it is ignored, because the
   * proxy's connections are those of all clients.
   */
  VIEWER_MAX_CONNECTIONS_PER_CLIENT: integer.min(1).default(256),
  ...pageAddressesEnv,
});

export const viewerEnv = viewerProcessEnv.superRefine(refinePageAddresses).and(htmlStorageEnv);
export type ViewerEnv = z.infer<typeof viewerEnv>;
