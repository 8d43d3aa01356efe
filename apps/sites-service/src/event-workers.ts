import { join } from 'node:path';
import { isEventWorkerClass } from '@haru/events';
import { importFolder } from '@haru/service-runtime';

const folder = join(import.meta.dirname, 'workers');

/** This loads the workers in `workers/*.worker.ts`. */
export const eventWorkers = (await importFolder(folder, /\.worker\.[jt]s$/)).filter(isEventWorkerClass);
