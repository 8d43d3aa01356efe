import type { PageAddresses } from '@haru/contracts';
import { settingOf } from '@haru/service-runtime';
import type { ServiceEnv, UploadsEnv, ViewerEnv, WorkerEnv } from './config.js';

/** Injects a variable of the environment, or the addresses of pages. */
export const Setting = settingOf<ServiceEnv & UploadsEnv & ViewerEnv & WorkerEnv & { addresses: PageAddresses }>();
