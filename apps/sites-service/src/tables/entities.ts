import { Case, CaseLink, CaseMail, CaseReport, CaseStep } from './cases/case.entity.js';
import { BannedContent } from './banned-content.entity.js';
import { IdempotentCreate } from './idempotent-create.entity.js';
import { DeletedSite, Site, StoppedPath } from './pages/site.entity.js';
import { PageVersion } from './pages/versions.entity.js';

/** These are the tables whose rows TypeORM reads and writes, or whose columns statements name. */
export const entities = [
  ...[Site, DeletedSite, StoppedPath, PageVersion, IdempotentCreate, BannedContent],
  ...[Case, CaseReport, CaseStep, CaseMail, CaseLink],
];
