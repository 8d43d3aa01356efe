import { pageAddressesEnv, publishLimitsEnv, refinePageAddresses, rowsMaxBytes, sitePolicyEnv } from '@haru/contracts';
import { httpEnv, redisEnv, webOrigin } from '@haru/service-runtime';
import { z } from 'zod';
import { publishBodyMaxBytes } from './http/json-body.js';

const environment = z.object({
  HOST: z.string().default('0.0.0.0'),
  ...httpEnv,
  PORT: httpEnv.PORT.default(3000),
  ...redisEnv,
  /** Where people reach the app: scheme, host and port. */
  PUBLIC_ORIGIN: webOrigin,
  PRODUCT_NAME: z.string().default('Haru'),
  ANON_KEY: z.string().min(16),
  SERVICE_ROLE_KEY: z.string().min(16),
  /** One-machine mode: the folder of the built web app. */
  WEB_ROOT: z.string().optional(),
  /**
   * Open connections of one client: an IPv4 address, an IPv6 /64. Of no effect behind a proxy, whose connections are
   * everybody's.
   */
  GATEWAY_MAX_CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(1).default(256),
  /** Requests of one client that may be in flight; over it 429. */
  GATEWAY_MAX_REQUESTS_PER_CLIENT: z.coerce.number().int().min(1).default(256),
  /** Requests in flight beyond the share that is reserved for each kind of traffic; over it 503. */
  GATEWAY_MAX_REQUESTS: z.coerce.number().int().min(0).default(128),
  /** Bodies of more than 64 KiB in flight, together; in memory each takes several times its size. Over it 503. */
  GATEWAY_MAX_BODY_BYTES: z.coerce.number().int().min(publishBodyMaxBytes).default(33_554_432),
  /**
   * Pages that were asked for and not sent completely, each by the most it may have; of one client an eighth. In memory a
   * page takes up to twice its size. Over it 503.
   */
  GATEWAY_MAX_UNSENT_BYTES: z.coerce
    .number()
    .int()
    .min(8 * rowsMaxBytes)
    .default(12 * rowsMaxBytes),
  /** With a larger delay of the event loop, in milliseconds, only the reserved shares are served. */
  GATEWAY_MAX_LAG_MS: z.coerce.number().positive().default(100),
  /** Widens (2) or narrows (0.5) every rate limit, and how many invalid keys and tokens one client may send. */
  AUTH_RATE_LIMITS: z.coerce.number().positive().default(1),
  /** How much may be published by the hour, where it differs from the contracts' table. */
  PUBLISH_LIMITS: publishLimitsEnv,
  /** Signs the challenges of proofs of work; made of the service key where it is left out. */
  PROOF_SECRET: z
    .string()
    .transform((text) => text || undefined)
    .pipe(z.string().min(32, 'must have at least 32 characters').optional())
    .optional(),
  /** Iterations of one derivation in a proof of work, of which a solution needs 256 on average. */
  PROOF_COST: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  /** Mails an hour that one network (IPv4 /24, IPv6 /64) may ask for; an IPv6 /56 twice, a /48 four times as many. */
  AUTH_NETWORK_MAILS: z.coerce.number().int().min(1).max(10_000_000).default(100),
  /** Addresses an hour that one network may ask about where the answer shows whether they are known; larger ones alike. */
  AUTH_NETWORK_ADDRESSES: z.coerce.number().int().min(1).max(10_000_000).default(10),
  /** Who may do what with sites, as the sites service has it. */
  SITE_POLICY: sitePolicyEnv,
  /** For `/.well-known/security.txt`: where to report security problems, `mailto:…` or `https://…`; otherwise the app. */
  SECURITY_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  /** The same for pages that do harm; otherwise the app's screen for reports. */
  ABUSE_CONTACT: z.url({ protocol: /^(?:mailto|https)$/ }).optional(),
  /** A folder with `terms.md`, `privacy.md` and `contact.md`, as far as they differ from the defaults in `texts/`. */
  INFORMATION_DIR: z.string().optional(),
  ...pageAddressesEnv,
});

/** The gateway's environment. */
export const gatewayEnvSchema = environment.superRefine(refinePageAddresses);
export type GatewayEnv = z.infer<typeof gatewayEnvSchema>;

/** Injection token of the parsed environment. */
export const GATEWAY_ENV = Symbol('GATEWAY_ENV');
