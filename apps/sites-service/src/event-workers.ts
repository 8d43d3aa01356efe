import { isEventWorkerClass } from '@haru/events';
import { importFolder } from '@haru/service-runtime';

/** This loads every `*.worker.ts` below this folder. */
export const eventWorkers = (await importFolder(import.meta.dirname, /\.worker\.[jt]s$/)).filter(isEventWorkerClass);
