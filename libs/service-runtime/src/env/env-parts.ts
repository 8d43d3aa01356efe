import { z } from 'zod';
import { envSwitch } from './env.js';
import { isRedisUrl } from '../redis/redis-address.js';
import { urlsOf } from './several-addresses.js';

/** One server, or several of which one takes writes: `postgres://user:password@one:5432,two:5432/haru`. */
const postgresUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:$/.test(urlsOf(url)[0]?.protocol ?? ''), 'Invalid URL: postgres://… is expected');

/** An origin, from any address of it: `https://haru.example`. */
export const webOrigin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

export const redisEnv = {
  /** One server, or the Sentinels of one: `redis+sentinel://one:26379,two:26379/primary-name`. */
  REDIS_URL: z.string().refine(isRedisUrl, 'Invalid URL: redis://… or redis+sentinel://… is expected'),
};

export const databaseEnv = {
  /** With the services' role, which owns no table. */
  DATABASE_URL: postgresUrl,
  /** Most database connections of this process, and so the transactions at one time. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
};

/** The environment of a process that runs migrations and ends. */
export const migrationEnvSchema = z.object({
  DATABASE_URL: databaseEnv.DATABASE_URL,
  /** As the owner of the tables. Left out, the services' role owns them, and no table can be protected from it. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
});

export const mailEnv = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  /** What the product is called in mails. */
  PRODUCT_NAME: z.string().min(1).max(50).default('Haru'),
  MAIL_FROM: z.string().min(3).default('Haru <no-reply@haru.invalid>'),
};

export const httpEnv = {
  PORT: z.coerce.number().int().min(0).max(65_535),
  /**
   * How many proxies in front of it add to X-Forwarded-For; what stands further left there the client may have invented.
   * `true` is 1. 0: the socket's address counts.
   */
  TRUST_PROXY: z.union([z.coerce.number().int().min(0).max(10), envSwitch.transform(Number)]).default(0),
};
