import { z } from 'zod';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const redisUrl = z.url({ protocol: /^rediss?$/ });

export const migrateEnv = z.object({
  DATABASE_URL: postgresUrl,
  /** The tables' owner. Absent: the services own them. */
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
});

export const serviceEnv = z.object({
  DATABASE_URL: postgresUrl,
  REDIS_URL: redisUrl,
  /** Most connections to Postgres, and so the transactions at one time. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
});
export type ServiceEnv = z.output<typeof serviceEnv>;

export const workerEnv = serviceEnv.extend({
  /** Who is told of reports. Absent: nobody; the reports wait in the product's own screens. */
  OPERATOR_EMAIL: z.email().optional(),
  /** Seconds between two mails to the operators; everything that came meanwhile stands in one. */
  OPERATOR_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).default(600),
  /** Scheme, host and port of the app, where links of mails lead. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:1025'),
  /** What the product is called in mails. */
  PRODUCT_NAME: z.string().min(1).max(50).default('Haru'),
  MAIL_FROM: z.string().min(3).default('Haru <no-reply@haru.invalid>'),
});
export type WorkerEnv = z.output<typeof workerEnv>;
