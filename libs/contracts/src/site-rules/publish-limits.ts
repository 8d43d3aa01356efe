import { z } from 'zod';
import { jsonEnv } from '../json-env.js';

const MIB = 1024 * 1024;
const HOUR = 3600;
const DAY = 24 * HOUR;

interface PublishLimit {
  max: number;
  unit: 'pages' | 'bytes' | 'path changes' | 'files' | 'folders';
  /** `network` is of IPv4 a /24, of IPv6 a /64. A subscriber often gets a whole IPv6 /56, an organisation a /48. */
  per:
    | ('network' | 'ipv6-56' | 'ipv6-48')
    | ('account' | 'temporary account' | 'registered account')
    | ('archive' | 'page' | 'file');
  /** A counted publish counts for so long; it is absent for limits of what may be live at the same time. */
  seconds?: number;
}

/**
 * This much may be published, unless `PUBLISH_LIMITS` says otherwise. `AUTH_RATE_LIMITS` multiplies counted limits, but
 * not those of live pages. `anonymous` stands for visitors and temporary accounts. Counted bytes are those that are sent,
 * of an archive as it is; those of a live page are of its text, or of all its files.
 */
export const publishLimitTable = {
  /** Above these two limits each further page needs a proof of work. */
  pagesWithoutProof: { max: 20, unit: 'pages', per: 'network', seconds: HOUR },
  bytesWithoutProof: { max: 100 * MIB, unit: 'bytes', per: 'network', seconds: DAY },
  /** All pages count, with and without a proof. */
  anonymousPages: { max: 60, unit: 'pages', per: 'network', seconds: HOUR },
  anonymousPages56: { max: 120, unit: 'pages', per: 'ipv6-56', seconds: HOUR },
  anonymousPages48: { max: 300, unit: 'pages', per: 'ipv6-48', seconds: HOUR },
  anonymousBytes: { max: 100 * MIB, unit: 'bytes', per: 'network', seconds: HOUR },
  anonymousBytes56: { max: 200 * MIB, unit: 'bytes', per: 'ipv6-56', seconds: HOUR },
  anonymousBytes48: { max: 500 * MIB, unit: 'bytes', per: 'ipv6-48', seconds: HOUR },
  registeredPages: { max: 300, unit: 'pages', per: 'account', seconds: HOUR },
  pathChange: { max: 30, unit: 'path changes', per: 'account', seconds: HOUR },
  temporaryLiveBytes: { max: 50 * MIB, unit: 'bytes', per: 'temporary account' },
  registeredLiveBytes: { max: 500 * MIB, unit: 'bytes', per: 'registered account' },
  archiveBytes: { max: 20 * MIB, unit: 'bytes', per: 'archive' },
  treeBytes: { max: 50 * MIB, unit: 'bytes', per: 'page' },
  treeFiles: { max: 500, unit: 'files', per: 'page' },
  fileBytes: { max: 10 * MIB, unit: 'bytes', per: 'file' },
  treeDepth: { max: 8, unit: 'folders', per: 'file' },
} as const satisfies Record<string, PublishLimit>;

export type PublishLimitName = keyof typeof publishLimitTable;
export type PublishLimits = Record<PublishLimitName, number>;

const names = Object.keys(publishLimitTable) as PublishLimitName[];

export const defaultPublishLimits = Object.fromEntries(
  names.map((name) => [name, publishLimitTable[name].max]),
) as PublishLimits;

/** An operator sets only the limits that differ. */
const publishLimitsSchema = z
  .partialRecord(z.enum(names), z.int().nonnegative())
  .transform((changes): PublishLimits => ({ ...defaultPublishLimits, ...changes }));

/** `PUBLISH_LIMITS` as JSON: `{"anonymousPages":600}`. */
export const publishLimitsEnv = jsonEnv(publishLimitsSchema);

/** `GET /functions/v1/limits`: the table with the values of this deployment. */
export const limitsAnswerSchema = z.object({
  success: z.literal(true),
  limits: z.record(
    z.enum(names),
    z.object({ max: z.int(), unit: z.string(), per: z.string(), seconds: z.int().optional() }),
  ),
  /** While it is on, everything that is published without a registered account needs a proof of work. */
  attack_mode: z.boolean(),
});
export type LimitsAnswer = z.infer<typeof limitsAnswerSchema>;
