import type { WorkerEnv } from '../config.js';

export interface MailSettings {
  from: string;
  productName: string;
  /** Scheme, host and port of the app. */
  origin: string;
  /** Who is told of reports; undefined: nobody. */
  operatorEmail: string | undefined;
  /** Between two mails to the operators. */
  digestIntervalSeconds: number;
}

export function mailSettingsOf(env: WorkerEnv): MailSettings {
  return {
    from: env.MAIL_FROM,
    productName: env.PRODUCT_NAME,
    origin: env.PUBLIC_ORIGIN,
    operatorEmail: env.OPERATOR_EMAIL,
    digestIntervalSeconds: env.OPERATOR_MAIL_INTERVAL,
  };
}
