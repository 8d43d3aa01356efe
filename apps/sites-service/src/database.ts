import { ServiceDatabase } from '@haru/service-kit';
import { migrations } from './migrations/index.js';
import { BannedAccount, ConfirmedAccount } from './tables/accounts.entity.js';
import { IdempotentCreate } from './tables/idempotent-create.entity.js';
import { ReservedPath } from './tables/reserved-path.entity.js';
import { Site } from './tables/site.entity.js';
import { StoppedPath } from './tables/stopped-path.entity.js';
import { AccountStorage, ActiveSiteTotal, PublishesPerHour, StorageTotal } from './tables/totals.entity.js';
import { WrittenManifest } from './tables/written-manifest.entity.js';

export const sitesDatabase = new ServiceDatabase({
  entities: [
    ...[Site, StoppedPath, ReservedPath, IdempotentCreate, WrittenManifest],
    ...[BannedAccount, ConfirmedAccount],
    ...[AccountStorage, StorageTotal, ActiveSiteTotal, PublishesPerHour],
  ],
  migrations,
});

/** Settings of Postgres that the triggers of keep-freed-paths.ts read. */
export function settingsOf(env: { VIEWER_ORIGIN_PATTERN?: string | undefined }): Record<string, string> {
  return env.VIEWER_ORIGIN_PATTERN ? { 'haru.keep_freed_paths': 'on' } : {};
}
