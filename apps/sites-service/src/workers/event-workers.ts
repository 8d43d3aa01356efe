import { isEventWorkerClass } from '@haru/events';
import { importFolder } from '@haru/service-runtime';

/** The workers in this folder's `*.worker.ts`. */
export const eventWorkers = (await importFolder(import.meta.dirname, /\.worker\.[jt]s$/)).filter(isEventWorkerClass);
