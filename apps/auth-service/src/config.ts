import { pageAddressesEnv, refinePageAddresses } from '@haru/contracts';
import { databaseEnv, envSwitch, mailEnv, redisEnv } from '@haru/service-runtime';
import { z } from 'zod';
import { oidcProvidersSchema } from './input/oidc-provider-set.js';
import { parseSigningKeySet } from './input/signing-key-set.js';

const commonSchema = z.object({
  ...databaseEnv,
  ...redisEnv,
  /** Browsers find the product here; tokens are issued by `<origin>/auth/v1`. */
  PUBLIC_ORIGIN: z.string().refine(isWebOrigin, 'must be an http(s) origin: scheme, host and port only'),
  /** This is the key of the MACs of refresh tokens and mail links. Changing it ends every session and voids every link. */
  AUTH_REFRESH_TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
});

const mailsAnHour = z.coerce.number().int().min(1).max(10_000_000).default(3_000);

const mailLimits = {
  /** This many mails an hour go to all accounts with a confirmed address together; recovery has a limit of its own. */
  AUTH_MAIL_LIMIT: mailsAnHour,
  /** This many recovery mails an hour go to all accounts with a confirmed address together. */
  AUTH_MAIL_LIMIT_RECOVERY: mailsAnHour,
  /** This many mails an hour go to all unconfirmed addresses together. */
  AUTH_MAIL_LIMIT_UNKNOWN: mailsAnHour,
  /** Callers without a session may request this many mails to one address in an hour and in a day. */
  AUTH_MAIL_ADDRESS_HOURLY: z.coerce.number().int().min(1).default(5),
  AUTH_MAIL_ADDRESS_DAILY: z.coerce.number().int().min(1).default(10),
  /** One account may name this many other addresses an hour as its new one. */
  AUTH_NAMED_ADDRESSES: z.coerce.number().int().min(1).default(3),
};

const sessionLimits = {
  /** A session ends after so many seconds however much it is used; 0: never. */
  AUTH_SESSIONS_TIMEBOX: z.coerce.number().int().min(0).default(0),
  /** A session ends after so many seconds without a refresh; 0: never. */
  AUTH_SESSIONS_INACTIVITY_TIMEOUT: z.coerce.number().int().min(0).default(0),
};

export const serviceEnv = commonSchema
  .extend({
    /** The value is a private JWKS of ES256 keys. The first one signs, all of them are published. */
    AUTH_SIGNING_KEYS: z.string().transform((text, context) => {
      const parsed = parseSigningKeySet(text);
      if (parsed.ok) return parsed.keys;
      context.addIssue({ code: 'custom', message: parsed.fault });
      return z.NEVER;
    }),
    /**
     * This key encrypts the secrets of authenticator apps; the refresh tokens' key is used if it is absent. After a
     * change they cannot be read, and their owners have to set up two-factor sign-in again.
     */
    AUTH_FACTOR_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    /** The value is in seconds. The client refreshes when 90 are left, so in production it is well above that. */
    AUTH_ACCESS_TOKEN_TTL: z.coerce.number().int().min(1).max(604_800).default(3600),
    /** For so many seconds after a refresh an older refresh token still gets the active one. */
    AUTH_REFRESH_REUSE_INTERVAL: z.coerce.number().int().min(0).max(300).default(10),
    /** Addresses of temporary accounts end in this domain. `.invalid` never resolves (RFC 2606), so no mail can leave. */
    AUTH_TEMP_EMAIL_DOMAIN: z
      .string()
      .max(200)
      .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+invalid$/, 'must be a lower-case domain that ends in .invalid')
      .default('temp.invalid'),
    /** If this is on, addresses need no confirmation. */
    AUTH_AUTOCONFIRM: envSwitch.default(false),
    /** This many seconds pass between two mails of one kind to one address. */
    AUTH_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).default(60),
    ...mailLimits,
    /** This factor multiplies these limits, as it does those of the gateway. */
    AUTH_RATE_LIMITS: z.coerce.number().positive().default(1),
    /** If this is on, a password change in a session older than a day needs the code that `reauthenticate` mails. */
    AUTH_REAUTH_REQUIRED: envSwitch.default(false),
    /** States whether a role needs a second factor. `optional` suits a private machine. */
    STAFF_SECOND_FACTOR: z.enum(['required', 'optional']).default('required'),
    /** If this is on, people may unlink ways of signing in. */
    AUTH_MANUAL_LINKING: envSwitch.default(false),
    /** If this is on, people may sign in with the signed message of an Ethereum or Solana wallet. */
    AUTH_WEB3: envSwitch.default(false),
    /** ID tokens of these issuers sign people in; the value is JSON. */
    AUTH_OIDC_PROVIDERS: oidcProvidersSchema,
    /**
     * Links may lead to these patterns besides our screens: `*` stands for a part of a label or segment, `**` for
     * anything.
     */
    AUTH_REDIRECT_ALLOW_LIST: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((pattern) => pattern.trim())
          .filter(Boolean),
      ),
    /** Links never lead to published pages. */
    ...pageAddressesEnv,
    ...sessionLimits,
    /** These are the costs of one argon2id hash. The defaults are OWASP's. Raising them re-hashes at the next sign-in. */
    AUTH_ARGON2_MEMORY_KIB: z.coerce.number().int().min(1024).max(4_194_304).default(19_456),
    AUTH_ARGON2_ITERATIONS: z.coerce.number().int().min(1).max(100).default(2),
    AUTH_ARGON2_PARALLELISM: z.coerce.number().int().min(1).max(16).default(1),
    /** One replica computes this many password hashes concurrently; 0: one for every core but one. */
    AUTH_PASSWORD_CONCURRENCY: z.coerce.number().int().min(0).max(64).default(0),
    /**
     * A hash with a longer predicted wait in milliseconds is refused with SERVICE_BUSY, well before a message's
     * deadline.
     */
    AUTH_PASSWORD_MAX_WAIT_MS: z.coerce.number().int().min(0).max(5000).default(2000),
  })
  .superRefine(refinePageAddresses);

export const workerEnv = commonSchema.extend({
  ...sessionLimits,
  /** A temporary account without live site and session is deleted after this many days. */
  AUTH_TEMPORARY_ACCOUNT_DAYS: z.coerce.number().min(0).max(3650).default(30),
  AUTH_CLEAN_UP_INTERVAL: z.coerce.number().int().min(1).max(86_400).default(3600),
  ...mailEnv,
});

export type ServiceEnv = z.output<typeof serviceEnv>;
export type WorkerEnv = z.output<typeof workerEnv>;

function isWebOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
