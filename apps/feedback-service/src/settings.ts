import { settingOf } from '@haru/service-runtime';
import type { MailEnv, WorkerEnv } from './config.js';

/** Injects a variable of the environment, or the group of variables that mails use. */
export const Setting = settingOf<WorkerEnv & { mailEnv: MailEnv }>();
