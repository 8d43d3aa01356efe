import { z } from 'zod';
import { envSwitch } from './env.js';
import { isRedisUrl } from '../redis/redis-address.js';
import { urlsOf } from './several-addresses.js';

/** The value names one server, or several of which one takes writes: `postgres://user:password@one:5432,two:5432/haru`. */
const postgresUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:$/.test(urlsOf(url)[0]?.protocol ?? ''), 'Invalid URL: postgres://… is expected');

/** Any address of an origin is reduced to the origin: `https://haru.example`. */
export const webOrigin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

export const redisEnv = {
  /** The value names one server, or the Sentinels of one: `redis+sentinel://one:26379,two:26379/primary-name`. */
  REDIS_URL: z.string().refine(isRedisUrl, 'Invalid URL: redis://… or redis+sentinel://… is expected'),
};

export const databaseEnv = {
  /** The process connects with the services' role, which owns no table. */
  DATABASE_URL: postgresUrl,
  /** This process has at most this many database connections, and so concurrent transactions. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
};

export const migrationEnvSchema = z.object({
  DATABASE_URL: databaseEnv.DATABASE_URL,
  /** Migrations connect as the tables' owner. Left out, the services' role owns them, and no table can be protected. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
});

export const mailEnv = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  /** Mails call the product this. */
  PRODUCT_NAME: z.string().min(1).max(50).default('Haru'),
  MAIL_FROM: z.string().min(3).default('Haru <no-reply@haru.invalid>'),
};

export const httpEnv = {
  PORT: z.coerce.number().int().min(0).max(65_535),
  /**
   * So many trusted proxies add to X-Forwarded-For; the client may have invented what stands further left there. `true` is
   * 1. 0: the socket's address counts.
   */
  TRUST_PROXY: z.union([z.coerce.number().int().min(0).max(10), envSwitch.transform(Number)]).default(0),
};
