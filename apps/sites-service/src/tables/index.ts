import { deletedAccountsTable } from '@haru/database';
import { inboxTable, outboxTable } from '@haru/events';
import { CaseLink, CaseMail, CaseReport, CaseStep } from './cases/case-rows.entity.js';
import * as caseRows from './cases/case-rows.table.sql.js';
import { Case } from './cases/case.entity.js';
import { casesTable } from './cases/case.table.sql.js';
import { BannedAccount, ConfirmedAccount } from './accounts.entity.js';
import { bannedAccountsTable, confirmedAccountsTable } from './accounts.table.sql.js';
import { BannedContent } from './banned-content.entity.js';
import { bannedContentsTable } from './banned-content.table.sql.js';
import { IdempotentCreate } from './idempotent-create.entity.js';
import { idempotentCreatesTable } from './idempotent-create.table.sql.js';
import { DeletedSite } from './pages/deleted-site.entity.js';
import { deletedSitesTable } from './pages/deleted-site.table.sql.js';
import { DuePageLook, PageLookProgress } from './pages/page-look.entity.js';
import { duePageLooksTable, pageLookProgressTable } from './pages/page-look.table.sql.js';
import { Site } from './pages/site.entity.js';
import { sitesTable } from './pages/site.table.sql.js';
import { Content, PageVersion } from './pages/versions.entity.js';
import { contentsTable, pageVersionsTable, releasedContentsTable } from './pages/versions.table.sql.js';
import { WrittenManifest } from './pages/written-manifest.entity.js';
import { pageManifestsTable } from './pages/written-manifest.table.sql.js';
import { reservedPathsTable, stoppedPathsTable } from './paths.table.sql.js';
import { ReservedPath } from './reserved-path.entity.js';
import { StoppedPath } from './stopped-path.entity.js';
import { AccountStorage, ActiveSiteTotal, CheckCount, StorageTotal } from './totals.entity.js';
import * as totals from './totals.table.sql.js';

export const entities = [
  ...[Site, DeletedSite, StoppedPath, ReservedPath, IdempotentCreate, WrittenManifest],
  ...[Content, PageVersion],
  ...[DuePageLook, PageLookProgress],
  ...[BannedAccount, BannedContent, ConfirmedAccount],
  ...[AccountStorage, StorageTotal, ActiveSiteTotal, CheckCount],
  ...[Case, CaseReport, CaseStep, CaseMail, CaseLink],
];

/** This lists every table of this service's database in the order of creation. `schema.sql` shows the result. */
export const tables = [
  ...[outboxTable, inboxTable, deletedAccountsTable],
  ...[sitesTable, deletedSitesTable, contentsTable, pageVersionsTable, releasedContentsTable],
  ...[reservedPathsTable, stoppedPathsTable, idempotentCreatesTable, pageManifestsTable],
  ...[duePageLooksTable, pageLookProgressTable],
  ...[bannedAccountsTable, bannedContentsTable, confirmedAccountsTable],
  ...[totals.accountStorageTable, totals.accountStorageDeltasTable, totals.storageTotalTable],
  ...[totals.activeSiteTotalTable, totals.activeSiteDeltasTable, totals.checkCountsTable],
  ...[casesTable, caseRows.caseReportsTable, caseRows.caseStepsTable, caseRows.caseMailsTable, caseRows.caseLinksTable],
];
