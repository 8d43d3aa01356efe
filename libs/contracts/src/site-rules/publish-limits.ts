import { z } from 'zod';
import { jsonEnv } from '../json-env.js';

const MIB = 1024 * 1024;

/**
 * How much may be published, unless `PUBLISH_LIMITS` says otherwise. `AUTH_RATE_LIMITS` multiplies what is counted by the
 * hour and leaves alone what may be live.
 */
export const defaultPublishLimits = {
  /** Pages an hour that visitors and temporary accounts of one network publish: of IPv4 a /24, of IPv6 a /64. */
  anonymousPages: 60,
  /** A subscriber often gets a whole IPv6 /56, an organisation a /48. */
  anonymousPages56: 120,
  anonymousPages48: 300,
  /** The same in bytes of HTML. */
  anonymousBytes: 100 * MIB,
  anonymousBytes56: 200 * MIB,
  anonymousBytes48: 500 * MIB,
  /** Path changes an hour of one account. */
  pathChange: 30,
  /** Bytes of HTML that one account may have live at the same time. */
  temporaryLiveBytes: 20 * MIB,
  registeredLiveBytes: 500 * MIB,
} as const;

export type PublishLimits = Record<keyof typeof defaultPublishLimits, number>;

const bound = z.int().nonnegative();

/** Limits that an operator wants otherwise; the rest stays as it is. */
export const publishLimitsSchema = z
  .partialRecord(z.enum(Object.keys(defaultPublishLimits) as (keyof PublishLimits)[]), bound)
  .transform((changes): PublishLimits => ({ ...defaultPublishLimits, ...changes }));

/** `PUBLISH_LIMITS` as JSON: `{"anonymousPages":600}`. */
export const publishLimitsEnv = jsonEnv(publishLimitsSchema);
