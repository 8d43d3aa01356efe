import type { TableDeclaration, Trigger, TriggerFunction } from '@haru/database';
import { columnDefinitions } from '../columns-of.js';
import { onEachChange } from '../on-each-change.js';
import { countActiveSites, countLiveBytes } from '../totals.table.sql.js';
import { Site } from './site.entity.js';
import { deletePageVersions } from './versions.table.sql.js';

/** When a stopped page is deleted, its path stays stopped. A trigger does it, so that no way of deleting omits it. */
const keepStoppedPath: TriggerFunction = {
  name: 'keep_stopped_path',
  // The lock is that of path-claims.ts: a transaction that wants the path now waits, and then finds it kept.
  body: `
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
      INSERT INTO stopped_paths VALUES (
        OLD.path, OLD.id, OLD.user_id, OLD.title, OLD.noindex, OLD.created_at, OLD.expires_at,
        OLD.stopped_at, OLD.stopped_reason, OLD.stopped_source
      ) ON CONFLICT DO NOTHING;
      RETURN OLD;
    END`,
};

/**
 * A path that had an origin of its own stays with its owner forever: browsers keep what its page stored, and the next
 * page of the path could read it, or run what the former page left there.
 */
const keepFreedPath: TriggerFunction = {
  name: 'keep_freed_path',
  body: `
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(OLD.path, 2));
      INSERT INTO reserved_paths (path, user_id, reserved_until) VALUES (OLD.path, OLD.user_id, 'infinity')
      ON CONFLICT (path) DO UPDATE SET user_id = EXCLUDED.user_id, reserved_until = EXCLUDED.reserved_until;
      RETURN NULL;
    END`,
};

/** `deleted_sites` has the columns of `sites`, too. */
export const SITE_COLUMNS = columnDefinitions(Site).join(',\n      ');

/** Triggers of the same time fire in the order of their names. */
const triggers: Trigger[] = [
  {
    name: 'keep_stopped_path_on_delete',
    on: 'BEFORE DELETE',
    forEach: 'ROW',
    when: 'OLD.stopped_at IS NOT NULL',
    run: keepStoppedPath,
  },
  {
    name: 'keep_freed_path_on_delete',
    on: 'AFTER DELETE',
    forEach: 'ROW',
    when: 'OLD.had_own_origin',
    run: keepFreedPath,
  },
  {
    name: 'keep_freed_path_on_move',
    on: 'AFTER UPDATE OF path',
    forEach: 'ROW',
    when: 'OLD.path <> NEW.path AND OLD.had_own_origin',
    run: keepFreedPath,
  },
  ...onEachChange('count_live_bytes', countLiveBytes),
  ...onEachChange('count_active_sites', countActiveSites),
  {
    name: 'delete_page_versions_on_delete',
    on: 'AFTER DELETE',
    referencing: 'OLD TABLE AS old_rows',
    forEach: 'STATEMENT',
    run: deletePageVersions,
  },
];

export const sitesTable: TableDeclaration = {
  name: 'sites',
  sql: `
    CREATE TABLE sites (${SITE_COLUMNS},
      CONSTRAINT sites_path_key UNIQUE (path),
      CONSTRAINT sites_path_check CHECK (path ~ '^[a-z0-9-]{3,20}$'),
      CONSTRAINT sites_stop_check CHECK (
        (stopped_at IS NULL AND stopped_reason IS NULL AND stopped_source IS NULL)
        OR (stopped_at IS NOT NULL AND stopped_reason IS NOT NULL AND stopped_source IS NOT NULL AND NOT is_active)
      )
    );
    CREATE INDEX sites_owner_idx ON sites (user_id, created_at DESC);
    CREATE INDEX sites_expiry_idx ON sites (expires_at) WHERE is_active;
    CREATE INDEX sites_purge_idx ON sites (expires_at) WHERE NOT is_active;
    -- Moderators search the sites of all accounts, newest first.
    CREATE INDEX sites_created_at_idx ON sites (created_at DESC, id DESC);
    CREATE INDEX sites_stopped_idx ON sites (created_at DESC, id DESC) WHERE stopped_at IS NOT NULL;
    -- Equal pages share one artifact, which is removed with the last of them.
    CREATE INDEX sites_content_hash_idx ON sites ((substr(storage_path, 38, 64) COLLATE "C"));
    -- Retention reads these.
    CREATE INDEX sites_updated_idx ON sites (id) WHERE version > 1;
    CREATE INDEX sites_under_review_idx ON sites (id) WHERE under_review;`,
  triggers,
};
