import { deletedAccountsTable } from '@haru/database';
import { inboxTable, outboxTable } from '@haru/events';
import * as caseRows from './cases/case-rows.table.sql.js';
import { casesTable } from './cases/case.table.sql.js';
import { backupRunsTable } from './backup-runs.table.sql.js';
import { bannedAccountsTable, confirmedAccountsTable } from './accounts.table.sql.js';
import { acceptedContentsTable, bannedContentsTable } from './banned-content.table.sql.js';
import { idempotentCreatesTable } from './idempotent-create.table.sql.js';
import { deletedSitesTable } from './pages/deleted-site.table.sql.js';
import { duePageLooksTable, pageLookProgressTable } from './pages/page-look.table.sql.js';
import { sitesTable } from './pages/site.table.sql.js';
import * as trees from './pages/tree.table.sql.js';
import { contentsTable, pageVersionsTable, releasedContentsTable } from './pages/versions.table.sql.js';
import { pageManifestsTable } from './pages/written-manifest.table.sql.js';
import { reservedPathsTable, stoppedPathsTable } from './paths.table.sql.js';
import * as totals from './totals.table.sql.js';

/** This lists every table of this service's database in the order of creation. `schema.sql` shows the result. */
export const tables = [
  ...[outboxTable, inboxTable, deletedAccountsTable],
  ...[sitesTable, deletedSitesTable, contentsTable, pageVersionsTable, releasedContentsTable],
  ...[reservedPathsTable, stoppedPathsTable, idempotentCreatesTable, pageManifestsTable],
  ...[duePageLooksTable, pageLookProgressTable],
  ...[bannedAccountsTable, bannedContentsTable, acceptedContentsTable, confirmedAccountsTable],
  ...[totals.accountStorageTable, totals.accountStorageDeltasTable, totals.storageTotalTable],
  ...[totals.activeSiteTotalTable, totals.activeSiteDeltasTable, totals.checkCountsTable],
  ...[casesTable, caseRows.caseReportsTable, caseRows.caseStepsTable, caseRows.caseMailsTable, caseRows.caseLinksTable],
  ...[
    trees.filesTable,
    trees.treesTable,
    trees.contentFilesTable,
    trees.uploadsTable,
    trees.previewsTable,
    trees.sentFilesTable,
  ],
  backupRunsTable,
];
