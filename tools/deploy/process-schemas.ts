import { migrationEnvSchema, processEnvSchema } from '@haru/service-runtime';
import { z } from 'zod';
import * as auth from '../../apps/auth-service/src/config.js';
import * as feedback from '../../apps/feedback-service/src/config.js';
import { serviceEnv as gatewayEnv } from '../../apps/gateway/src/config.js';
import { htmlStorageVariables } from '../../apps/sites-service/src/storage/html-storage/storage-env.js';
import * as sites from '../../apps/sites-service/src/config.js';

/** The schema with which each Haru container reads its environment, besides `processEnvSchema`. */
export const schemas = {
  gateway: gatewayEnv,
  'auth-service': auth.serviceEnv,
  'auth-worker': auth.workerEnv,
  'auth-migrate': migrationEnvSchema,
  'sites-service': sites.serviceEnv,
  'sites-worker': sites.workerEnv,
  'sites-viewer': sites.viewerEnv,
  'sites-uploads': sites.uploadsEnv,
  'sites-migrate': migrationEnvSchema,
  'feedback-service': feedback.serviceEnv,
  'feedback-worker': feedback.workerEnv,
  'feedback-migrate': migrationEnvSchema,
} as const;
export type OurContainer = keyof typeof schemas;
export const ourContainers = Object.keys(schemas) as OurContainer[];

export const isMigration = (container: OurContainer): boolean => container.endsWith('-migrate');

/** Variables that matter only where all processes run on one machine. */
export const oneMachineOnly = [
  'GATEWAY_MAX_CONNECTIONS_PER_CLIENT',
  'HTML_STORAGE_DIR',
  'UPLOADS_ORIGIN',
  'VIEWER_MAX_CONNECTIONS_PER_CLIENT',
  'WEB_ROOT',
];

/** Every process reads these outside of its schema. */
const alsoRead = ['LOG_LEVEL', 'NODE_ENV'];

/** The names of all variables that a container reads. */
export function variablesOf(container: OurContainer): string[] {
  const own = namesIn(schemas[container]);
  return [...new Set([...own, ...alsoRead, ...(isMigration(container) ? [] : namesIn(processEnvSchema))])];
}

const namesIn = (schema: z.ZodType): string[] => Object.keys(fieldsIn(schema));

/** Returns the variables that a schema reads, with the schema of each as far as it is known. */
export function fieldsIn(schema: z.ZodType): Record<string, z.ZodType | undefined> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodIntersection) {
    const { left, right } = schema.def;
    return Object.fromEntries(
      [left, right].flatMap((part) => (part instanceof z.ZodType ? Object.entries(fieldsIn(part)) : [])),
    );
  }
  // Which of two forms storage reads depends on the variables that are set.
  if (schema instanceof z.ZodPipe) return Object.fromEntries(htmlStorageVariables.map((name) => [name, undefined]));
  throw new Error(`cannot tell what a ${schema.type} reads`);
}
