import { ServiceDatabase } from '@haru/service-kit';
import { CaseLink, CaseMail, CaseReport, CaseStep } from './cases/tables/case-rows.entity.js';
import { Case } from './cases/tables/case.entity.js';
import { BannedAccount, ConfirmedAccount } from './tables/accounts.entity.js';
import { BannedContent } from './tables/banned-content.entity.js';
import { DeletedSite } from './tables/pages/deleted-site.entity.js';
import { IdempotentCreate } from './tables/idempotent-create.entity.js';
import { DuePageLook, PageLookProgress } from './tables/pages/page-look.entity.js';
import { ReservedPath } from './tables/reserved-path.entity.js';
import { Site } from './tables/pages/site.entity.js';
import { StoppedPath } from './tables/stopped-path.entity.js';
import { AccountStorage, ActiveSiteTotal, CheckCount, PublishesPerHour, StorageTotal } from './tables/totals.entity.js';
import { Content, ContentMigration, PageVersion } from './tables/pages/versions.entity.js';
import { WrittenManifest } from './tables/pages/written-manifest.entity.js';

export const sitesDatabase = new ServiceDatabase({
  entities: [
    ...[Site, DeletedSite, StoppedPath, ReservedPath, IdempotentCreate, WrittenManifest],
    ...[Content, PageVersion, ContentMigration],
    ...[DuePageLook, PageLookProgress],
    ...[BannedAccount, BannedContent, ConfirmedAccount],
    ...[AccountStorage, StorageTotal, ActiveSiteTotal, PublishesPerHour, CheckCount],
    ...[Case, CaseReport, CaseStep, CaseMail, CaseLink],
  ],
});

/** Settings of Postgres that the triggers of keep-freed-paths.ts read. */
export function settingsOf(env: { VIEWER_ORIGIN_PATTERN?: string | undefined }): Record<string, string> {
  return env.VIEWER_ORIGIN_PATTERN ? { 'haru.keep_freed_paths': 'on' } : {};
}

/** Its callers wait: a statement gives up after this time for a lock, and nothing of its transaction is done. */
const LOCK_TIMEOUT_MS = 2_000;

/** The same, of the processes that answer requests. */
export function serviceSettingsOf(env: { VIEWER_ORIGIN_PATTERN?: string | undefined }): Record<string, string> {
  return { ...settingsOf(env), lock_timeout: String(LOCK_TIMEOUT_MS) };
}
