import { parseEnv } from '@haru/service-runtime';
import { z } from 'zod';
import { parseSigningKeySet } from './sessions/signing-key-set.js';

const databaseSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Most database connections of this process. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
});

const configSchema = databaseSchema.extend({
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Where browsers find the product; tokens are issued by `<origin>/auth/v1`. */
  PUBLIC_ORIGIN: z.string().refine(isWebOrigin, 'must be an http(s) origin: scheme, host and port only'),
  /** A private JWKS of ES256 keys. The first one signs, all of them are published. */
  AUTH_SIGNING_KEYS: z.string().transform((text, context) => {
    const parsed = parseSigningKeySet(text);
    if (parsed.ok) return parsed.keys;
    context.addIssue({ code: 'custom', message: parsed.fault });
    return z.NEVER;
  }),
  /** Key of the refresh tokens' MAC. Another one ends every session. */
  AUTH_REFRESH_TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Seconds. The client refreshes when 90 are left, so in production it is well above that. */
  AUTH_ACCESS_TOKEN_TTL: z.coerce.number().int().min(1).max(604_800).default(3600),
  /** Seconds after a refresh in which an older refresh token still gets the active one. */
  AUTH_REFRESH_REUSE_INTERVAL: z.coerce.number().int().min(0).max(300).default(10),
  /** Addresses of temporary accounts end in it. `.invalid` never resolves (RFC 2606), so no mail can leave. */
  AUTH_TEMP_EMAIL_DOMAIN: z
    .string()
    .max(200)
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+invalid$/, 'must be a lower-case domain that ends in .invalid')
    .default('temp.invalid'),
});

export type DatabaseConfig = z.output<typeof databaseSchema>;
export type AuthServiceConfig = z.output<typeof configSchema>;

function isWebOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

type Environment = Record<string, string | undefined>;

/** What the migrations need. @throws EnvironmentError listing every fault. */
export function readDatabaseConfig(env?: Environment): DatabaseConfig {
  return parseEnv(databaseSchema, env);
}

/** What the service needs. @throws EnvironmentError listing every fault. */
export function readConfig(env?: Environment): AuthServiceConfig {
  return parseEnv(configSchema, env);
}
