import {
  pageAddressesEnv,
  pageBodyMaxBytes,
  publishLimitsEnv,
  refinePageAddresses,
  rowsMaxBytes,
  sitePolicyEnv,
} from '@haru/contracts';
import { httpEnv, redisEnv, webOrigin } from '@haru/service-runtime';
import { z } from 'zod';

const environment = z.object({
  HOST: z.string().default('0.0.0.0'),
  ...httpEnv,
  PORT: httpEnv.PORT.default(3000),
  ...redisEnv,
  /** People reach the app at this origin: scheme, host and port. */
  PUBLIC_ORIGIN: webOrigin,
  PRODUCT_NAME: z.string().default('Haru'),
  ANON_KEY: z.string().min(16),
  SERVICE_ROLE_KEY: z.string().min(16),
  /** In one-machine mode this is the folder of the built web app. */
  WEB_ROOT: z.string().optional(),
  /** The process that receives uploads has this origin. The gateway passes archives on to it. */
  UPLOADS_ORIGIN: webOrigin.optional(),
  /**
   * This many connections of one client may be open: of an IPv4 address, or an IPv6 /64. It has no effect behind a
   * proxy, whose connections carry requests of many clients.
   */
  GATEWAY_MAX_CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(1).default(256),
  /** This many requests of one client may be in flight; above it the answer is 429. */
  GATEWAY_MAX_REQUESTS_PER_CLIENT: z.coerce.number().int().min(1).default(256),
  /** This many requests may be in flight beyond the reserved share of each kind of traffic; above it the answer is 503. */
  GATEWAY_MAX_REQUESTS: z.coerce.number().int().min(0).default(128),
  /**
   * The request bodies above 64 KiB that are in flight may have this many bytes in total; above it the answer is 503.
   * They take several times as much memory.
   */
  GATEWAY_MAX_BODY_BYTES: z.coerce.number().int().min(pageBodyMaxBytes).default(33_554_432),
  /**
   * Responses that are not sent yet may hold this many bytes of pages; a request beyond that gets 503. Each response
   * counts at its maximum size. One client may use 12.5 % of the limit. In memory a page needs up to twice its size.
   */
  GATEWAY_MAX_UNSENT_BYTES: z.coerce
    .number()
    .int()
    .min(8 * rowsMaxBytes)
    .default(12 * rowsMaxBytes),
  /** With a larger delay of the event loop, in milliseconds, only the reserved shares are served. */
  GATEWAY_MAX_LAG_MS: z.coerce.number().positive().default(100),
  /** Each gateway publishes about this many MiB a second of pages above 64 KiB; 0 means no limit. */
  GATEWAY_LARGE_PAGES_MIB_PER_SECOND: z.coerce.number().min(0).default(6),
  /** This multiplies every rate limit, and how many invalid keys and tokens one client may send. */
  AUTH_RATE_LIMITS: z.coerce.number().positive().default(1),
  /** This much may be published by the hour, where it differs from the contracts' table. */
  PUBLISH_LIMITS: publishLimitsEnv,
  /** This signs the challenges of proofs of work; it is derived from the service key if it is left out. */
  PROOF_SECRET: z
    .string()
    .transform((text) => text || undefined)
    .pipe(z.string().min(32, 'must have at least 32 characters').optional())
    .optional(),
  /** One derivation in a proof of work has this many iterations; a solution needs 256 derivations on average. */
  PROOF_COST: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  /** One network (IPv4 /24, IPv6 /64) may request this many mails an hour; an IPv6 /56 twice, a /48 four times as many. */
  AUTH_NETWORK_MAILS: z.coerce.number().int().min(1).max(10_000_000).default(100),
  /**
   * The answer may show one network so often an hour whether an address is known; larger networks get the same
   * multiples.
   */
  AUTH_NETWORK_ADDRESSES: z.coerce.number().int().min(1).max(10_000_000).default(10),
  /** This states who may do what with sites; the sites service has the same value. */
  SITE_POLICY: sitePolicyEnv,
  /** `/.well-known/security.txt` names this for security problems, `mailto:…` or `https://…`; otherwise the app. */
  SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  /** `security.txt` names this for reports of harmful pages; otherwise the app's screen for reports. */
  ABUSE_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  /** This folder has `terms.md`, `privacy.md` and `contact.md`, as far as they differ from the defaults in `texts/`. */
  INFORMATION_DIR: z.string().optional(),
  ...pageAddressesEnv,
});

export const serviceEnv = environment.superRefine(refinePageAddresses);
export type ServiceEnv = z.infer<typeof serviceEnv>;
