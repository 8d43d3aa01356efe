import { databaseEnv, mailEnv, redisEnv, webOrigin } from '@haru/service-runtime';
import { z } from 'zod';

export const serviceEnv = z.object({ ...databaseEnv, ...redisEnv });

export const workerEnv = serviceEnv.extend({
  /** Reports are mailed to this address. If it is absent, they are only shown in the product's own screens. */
  OPERATOR_EMAIL: z.email().optional(),
  /** This many seconds pass between two mails to the operators; reports that arrive in between go into one. */
  OPERATOR_MAIL_INTERVAL: z.coerce.number().int().min(0).max(86_400).default(600),
  /** Links of mails lead to this scheme, host and port of the app. */
  PUBLIC_ORIGIN: webOrigin,
  ...mailEnv,
});
export type WorkerEnv = z.output<typeof workerEnv>;

export type MailEnv = Pick<
  WorkerEnv,
  'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN' | 'OPERATOR_EMAIL' | 'OPERATOR_MAIL_INTERVAL'
>;
