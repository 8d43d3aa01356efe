import type { PageAddresses } from '@haru/contracts';
import { settingOf } from '@haru/service-runtime';
import type { ServiceEnv } from './config.js';
import type { LimitBounds } from './rate-limits/limit-table.js';

/** Injects a variable of the environment, the addresses of pages, or the bounds of the limits. */
export const Setting = settingOf<ServiceEnv & { addresses: PageAddresses; limits: LimitBounds }>();
