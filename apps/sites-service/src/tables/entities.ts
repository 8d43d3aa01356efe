import { CaseLink, CaseMail, CaseReport, CaseStep } from './cases/case-rows.entity.js';
import { Case } from './cases/case.entity.js';
import { BannedAccount, ConfirmedAccount } from './accounts.entity.js';
import { BannedContent } from './banned-content.entity.js';
import { IdempotentCreate } from './idempotent-create.entity.js';
import { DeletedSite } from './pages/deleted-site.entity.js';
import { DuePageLook, PageLookProgress } from './pages/page-look.entity.js';
import { Site } from './pages/site.entity.js';
import { Content, PageVersion } from './pages/versions.entity.js';
import { WrittenManifest } from './pages/written-manifest.entity.js';
import { ReservedPath } from './reserved-path.entity.js';
import { StoppedPath } from './stopped-path.entity.js';
import { AccountStorage, ActiveSiteTotal, CheckCount, StorageTotal } from './totals.entity.js';

/** The declarations of the tables are not listed here: only migrations read them, and they need the queue's library. */
export const entities = [
  ...[Site, DeletedSite, StoppedPath, ReservedPath, IdempotentCreate, WrittenManifest],
  ...[Content, PageVersion],
  ...[DuePageLook, PageLookProgress],
  ...[BannedAccount, BannedContent, ConfirmedAccount],
  ...[AccountStorage, StorageTotal, ActiveSiteTotal, CheckCount],
  ...[Case, CaseReport, CaseStep, CaseMail, CaseLink],
];
