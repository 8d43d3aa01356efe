import { inboxMigrations, outboxMigrations } from '@haru/events';
import { CountBytes1795200001009 } from './count-bytes.js';
import { CountSites1795200001005 } from './count-sites.js';
import { CreateDeletedAccounts1795200001003 } from './create-deleted-accounts.js';
import { CreateIdempotentCreates1795200001002 } from './create-idempotent-creates.js';
import { CreatePageManifests1795200001022 } from './create-page-manifests.js';
import { CreateReservedPaths1795200001004 } from './create-reserved-paths.js';
import { CreateSites1795200001001 } from './create-sites.js';
import { HoldBackUnconfirmedOwners1795200001021 } from './hold-back-unconfirmed-owners.js';
import { IndexContents1795200001010 } from './index-contents.js';
import { KeepFreedPaths1795200001020 } from './keep-freed-paths.js';
import { KeepStoppedPaths1795200001007 } from './keep-stopped-paths.js';
import { MarkRemovedArtifacts1795200001011 } from './mark-removed-artifacts.js';
import { NameDeletedAccountsAlike1795200001008 } from './name-deleted-accounts-alike.js';
import { StopSites1795200001006 } from './stop-sites.js';

/** Every migration of this service's database. TypeORM runs them in the order of the numbers in their names. */
export const migrations = [
  ...outboxMigrations,
  ...inboxMigrations,
  CreateSites1795200001001,
  CreateIdempotentCreates1795200001002,
  CreateDeletedAccounts1795200001003,
  CreateReservedPaths1795200001004,
  CountSites1795200001005,
  StopSites1795200001006,
  KeepStoppedPaths1795200001007,
  NameDeletedAccountsAlike1795200001008,
  CountBytes1795200001009,
  IndexContents1795200001010,
  MarkRemovedArtifacts1795200001011,
  KeepFreedPaths1795200001020,
  HoldBackUnconfirmedOwners1795200001021,
  CreatePageManifests1795200001022,
];
