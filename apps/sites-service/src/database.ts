import { ServiceDatabase } from '@haru/service-kit';
import { migrations } from './migrations/index.js';

/** Rows are read and written as SQL, so there are no entities. */
export const sitesDatabase = new ServiceDatabase({ entities: [], migrations });

/** Settings of Postgres that the triggers of keep-freed-paths.ts read. */
export function settingsOf(env: { VIEWER_ORIGIN_PATTERN?: string | undefined }): Record<string, string> {
  return env.VIEWER_ORIGIN_PATTERN ? { 'haru.keep_freed_paths': 'on' } : {};
}
