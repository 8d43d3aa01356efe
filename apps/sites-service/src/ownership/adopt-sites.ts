import { type AccountCaller, type RequestContext, ServiceError } from '@haru/contracts';
import { isDeletedAccount, lockAccount } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockedLiveBytes } from '../sites/quotas/account-storage.js';
import { publishAct, publishSiteStateChanged } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { isAnyAccountBanned } from '../sites/pages-of-accounts.js';

const MOVE_PAGES = `
  WITH moved AS (
      UPDATE sites SET user_id = $2, owner_unconfirmed = false WHERE user_id = $1 RETURNING id, path),
    deleted AS (
      UPDATE deleted_sites SET user_id = $2, owner_unconfirmed = false WHERE user_id = $1 RETURNING id),
    versions AS (
      UPDATE page_versions SET account_id = $2
      FROM (SELECT id FROM moved UNION ALL SELECT id FROM deleted) AS pages WHERE site_id = pages.id)
  SELECT path, false AS "isDeleted" FROM moved UNION ALL SELECT '', true FROM deleted`;

const MOVE_CASES = 'UPDATE cases SET owner_id = $2 WHERE owner_id = $1';

// The temporary account keeps its keys, so that a repeat with its token gets the first answer, too.
const COPY_KEYS = `
  INSERT INTO idempotent_creates (user_id, key, content_hash, site_id, answer, created_at)
  SELECT $2, key, content_hash, site_id, answer, created_at FROM idempotent_creates WHERE user_id = $1
  ON CONFLICT (user_id, key) DO NOTHING`;

// Otherwise the next version of a page would have to send all its files again.
const COPY_SENT_FILES = `
  INSERT INTO sent_files (account_id, file_hash) SELECT $2, file_hash FROM sent_files WHERE account_id = $1
  ON CONFLICT DO NOTHING`;

/** Moves the pages of a temporary account to a registered one. Their paths, contents and lifetimes stay as they are. */
@Injectable()
export class AdoptSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: SiteCacheInvalidator,
  ) {}

  /**
   * Moves all pages, or none. No quota applies, because these pages are stored already.
   * @returns how many rows of `sites` it moved
   */
  async adoptSites(temporaryAccountId: string, context: RequestContext): Promise<number> {
    const { caller } = context;
    if (caller.role !== 'authenticated' || caller.isAnonymous) throw new ServiceError('REGISTRATION_REQUIRED');
    if (temporaryAccountId === caller.accountId) return 0;
    const paths = await this.dataSource.transaction((manager) =>
      this.move(manager, temporaryAccountId, caller, context),
    );
    await this.changes.announce(paths);
    return paths.length;
  }

  private async move(manager: EntityManager, from: string, caller: AccountCaller, context: RequestContext) {
    const accounts = [from, caller.accountId];
    // When two calls for one temporary account run concurrently, the second finds no pages.
    await lockAccount(manager, from);
    // The account's pages are being deleted.
    if (await isDeletedAccount(manager, caller.accountId)) throw new ServiceError('SESSION_ENDED');
    if (await isAnyAccountBanned(manager, accounts)) throw new ServiceError('ACCOUNT_BANNED');
    // A decision also locks the case before its site.
    await manager.query(MOVE_CASES, accounts);
    // Other changes also lock rows before the account. After this, a concurrent publish is visible, too.
    await manager.query('SELECT FROM sites WHERE user_id = $1 ORDER BY id FOR UPDATE', [from]);
    await lockedLiveBytes(manager, from);
    const pages = await manager.query<{ path: string; isDeleted: boolean }[]>(MOVE_PAGES, accounts);
    await manager.query('UPDATE reserved_paths SET user_id = $2 WHERE user_id = $1', accounts);
    await manager.query('UPDATE stopped_paths SET user_id = $2 WHERE user_id = $1', accounts);
    // Cases may have been opened before the pages were locked.
    await manager.query(MOVE_CASES, accounts);
    await manager.query(COPY_KEYS, accounts);
    await manager.query(COPY_SENT_FILES, accounts);
    if (pages.length === 0) return [];
    const paths = pages.filter(({ isDeleted }) => !isDeleted).map(({ path }) => path);
    await publishSiteStateChanged(manager, paths, { aggregateId: from, context });
    const details = { pages: paths.length, deletedPages: pages.length - paths.length };
    await publishAct(manager, { action: 'adoptSites', subject: { kind: 'account', id: from }, details }, context);
    return paths;
  }
}
