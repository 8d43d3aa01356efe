import { importFolder } from '@haru/service-runtime';
import type { Type } from '@nestjs/common';
import { isEventWorkerClass } from './consumer/when-event.js';
import { isScheduledJobClass } from './queue/scheduled-job.js';

/**
 * Loads the event workers and scheduled jobs of a service, from `*.worker.ts` and `*.job.ts`, so that a new one needs
 * no entry in a list.
 * @param folder `import.meta.dirname`
 */
export async function workersAndJobsIn(folder: string): Promise<Type[]> {
  const exported = await importFolder(folder, /\.(?:worker|job)\.[jt]s$/);
  return exported.filter((value): value is Type => isEventWorkerClass(value) || isScheduledJobClass(value));
}
