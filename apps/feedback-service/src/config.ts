import { databaseEnv, mailEnv, redisEnv, webOrigin } from '@haru/service-runtime';
import { z } from 'zod';

export const serviceEnv = z.object({ ...databaseEnv, ...redisEnv });
export type ServiceEnv = z.output<typeof serviceEnv>;

export const workerEnv = serviceEnv.extend({
  /** Who is told of reports. Absent: nobody; the reports wait in the product's own screens. */
  OPERATOR_EMAIL: z.email().optional(),
  /** Seconds between two mails to the operators; everything that came meanwhile stands in one. */
  OPERATOR_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).default(600),
  /** Scheme, host and port of the app, where links of mails lead. */
  PUBLIC_ORIGIN: webOrigin,
  ...mailEnv,
});
export type WorkerEnv = z.output<typeof workerEnv>;
