import { limits } from '@haru/contracts';
import type { IdempotentCreate } from '../../tables/idempotent-create.entity.js';

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
