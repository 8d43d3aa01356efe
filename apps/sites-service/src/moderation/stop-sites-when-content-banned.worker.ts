import { contentBanned, type PayloadOf, type StopSource } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { followStop } from './cases/steps/stopped-case.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';

const BY_CONTENT: StopSource = 'content';
/** One transaction stops this many pages: each takes some statements for its case, and stays locked until the end. */
const BATCH = 100;

/** A tree has a banned content if it is that tree, or has that file. */
const HAS_CONTENT = `(shown.content_hash = decode($1, 'hex') OR shown.content_hash IN (
    SELECT content_hash FROM content_files WHERE file_hash = decode($1, 'hex')))`;

const FIND = `
  SELECT sites.id FROM page_versions AS shown JOIN sites ON sites.id = shown.site_id AND sites.version = shown.number
  WHERE ${HAS_CONTENT} AND sites.is_active
    AND EXISTS (SELECT FROM banned_contents WHERE hash = decode($1, 'hex'))
  ORDER BY sites.id LIMIT ${BATCH}`;

/** Decisions about a case lock it before its page. */
const LOCK_CASES = `
  SELECT FROM cases WHERE site_id = ANY($1::uuid[]) AND closed_at IS NULL ORDER BY id FOR UPDATE`;

const STOP = `
  UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = $3, stopped_source = $4
  FROM page_versions AS shown
  WHERE sites.id = ANY($2::uuid[]) AND sites.is_active
    AND shown.site_id = sites.id AND shown.number = sites.version AND ${HAS_CONTENT}
  RETURNING sites.id, sites.path`;

/**
 * Stops the live pages that show a banned content, each with its case, as long as the ban lasts. The next events inform
 * viewers. If there may be more pages, the event is published again: finished work stays, even if this process ends.
 */
@WhenEvent(contentBanned)
export class StopSitesWhenContentBanned implements HandlesEvent<typeof contentBanned> {
  constructor(private readonly outbox: Outbox) {}

  async handle(ban: PayloadOf<typeof contentBanned>, { manager, context }: EventHandling): Promise<void> {
    const { hash, reason } = ban;
    const found = await manager.query<{ id: string }[]>(FIND, [hash]);
    const ids = found.map(({ id }) => id);
    await manager.query(LOCK_CASES, [ids]);
    const [stopped] = await manager.query<[{ id: string; path: string }[], number]>(STOP, [
      hash,
      ids,
      reason,
      BY_CONTENT,
    ]);
    for (const { id } of stopped) await followStop(manager, id, reason, context);
    const paths = stopped.map(({ path }) => path);
    await publishSiteStateChanged(manager, paths, { aggregateId: hash, context });
    if (ids.length === BATCH) await this.outbox.publish(manager, contentBanned, ban, { aggregateId: hash, context });
  }
}
