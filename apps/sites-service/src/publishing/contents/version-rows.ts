import { limits } from '@haru/contracts';
import type { IdempotentCreate } from '../../tables/idempotent-create.entity.js';

const VERSION = 'number, content_hash, title, bytes, source, key_name, label, check_result, created_at';

/**
 * These common table expressions insert versions and their contents. `made_versions` has `id` and `user_id` of the site,
 * the columns of a version, and those of a content: `html` is null for a tree, `format` and `rendered` also for HTML.
 * HTML that was used recently is not updated, so that publishes of one page do not wait for each other's commit. The
 * rows are sorted, so that two statements cannot deadlock.
 */
export const KEEP_MADE_VERSIONS = `
  kept AS (
    INSERT INTO contents (hash, html, format, rendered, used_at)
    SELECT DISTINCT ON (content_hash) content_hash, html, format, rendered, now() FROM made_versions AS given
    WHERE html IS NOT NULL AND NOT EXISTS (SELECT FROM contents AS recent
      WHERE recent.hash = given.content_hash AND recent.used_at > now() - interval '10 minutes')
    ORDER BY content_hash
    ON CONFLICT (hash) DO UPDATE SET used_at = EXCLUDED.used_at),
  versioned AS (
    INSERT INTO page_versions (site_id, account_id, ${VERSION}) SELECT id, user_id, ${VERSION} FROM made_versions)`;

/** The first parameters of a statement are rows with these columns: each has a type, and its value for an item. */
export class GivenRows<Item> {
  readonly width: number;

  constructor(private readonly columns: Record<string, readonly [type: string, valueOf: (item: Item) => unknown]>) {
    this.width = Object.keys(columns).length;
  }

  /** Writes `(VALUES ($1::uuid, …), …) AS given (id, …)`. */
  sql(count: number): string {
    const rows = Array.from({ length: count }, (_, row) => {
      const places = Object.values(this.columns).map(([type], column) => `$${row * this.width + column + 1}::${type}`);
      return `(${places.join(', ')})`;
    });
    return `(VALUES ${rows.join(', ')}) AS given (${Object.keys(this.columns).join(', ')})`;
  }

  parameters(items: readonly Item[]): unknown[] {
    return items.flatMap((item) => Object.values(this.columns).map(([, valueOf]) => valueOf(item)));
  }
}

/** These columns let a repeated call get the first result. */
export type ClaimedKey = Pick<IdempotentCreate, 'key' | 'contentHash' | 'answer'>;

/**
 * Inserts the key of a call. The statement's parameters after number `place` are its key, hash and answer. Of two
 * concurrent calls the second waits here for the first to end, and then claims nothing.
 * @param sites a table expression with the `id`, `user_id` and `created_at` of the call's sites
 */
export function claimKey(sites: string, place: number): string {
  return `
    INSERT INTO idempotent_creates AS earlier (user_id, key, content_hash, site_id, answer, created_at)
    SELECT user_id, $${place + 1}::text, $${place + 2}::text, id, $${place + 3}::json, created_at FROM ${sites}
    ON CONFLICT (user_id, key) DO UPDATE
      SET content_hash = EXCLUDED.content_hash, site_id = EXCLUDED.site_id, answer = EXCLUDED.answer,
          created_at = EXCLUDED.created_at
      WHERE earlier.created_at <= EXCLUDED.created_at - make_interval(hours => ${limits.idempotencyKeyHours})
    RETURNING 1`;
}

/** Returns the parameters that `claimKey` reads. */
export const keyParameters = (once: ClaimedKey | undefined): string[] =>
  once ? [once.key, once.contentHash, JSON.stringify(once.answer)] : [];
