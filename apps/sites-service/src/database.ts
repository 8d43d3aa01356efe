import { ServiceDatabase } from '@haru/service-kit';
import { migrations } from './migrations/index.js';
import { Site } from './tables/site.entity.js';
import { StoppedPath } from './tables/stopped-path.entity.js';

/** Rows are read and written as SQL, whose columns come from the entities. */
export const sitesDatabase = new ServiceDatabase({ entities: [Site, StoppedPath], migrations });

/** Settings of Postgres that the triggers of keep-freed-paths.ts read. */
export function settingsOf(env: { VIEWER_ORIGIN_PATTERN?: string | undefined }): Record<string, string> {
  return env.VIEWER_ORIGIN_PATTERN ? { 'haru.keep_freed_paths': 'on' } : {};
}
