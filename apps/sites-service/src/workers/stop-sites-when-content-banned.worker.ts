import { contentBanned, type PayloadOf, type StopSource } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { followStop } from '../cases/steps/stopped-case.js';
import { publishSiteStateChanged } from '../sites/publish-site-state-changed.js';

const BY_CONTENT: StopSource = 'content';

const SHOWING = `
  shown.content_hash = decode($1, 'hex') AND sites.id = shown.site_id AND sites.version = shown.number AND sites.is_active`;

/** Decisions about a case lock it before its page. */
const LOCK_CASES = `
  SELECT FROM cases, sites, page_versions AS shown
  WHERE ${SHOWING} AND cases.site_id = sites.id AND closed_at IS NULL ORDER BY cases.id FOR UPDATE OF cases`;

/** Stops every live page that shows a banned content, each with its case. The events that follow tell viewers. */
@WhenEvent(contentBanned)
export class StopSitesWhenContentBanned implements HandlesEvent<typeof contentBanned> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ hash, reason }: PayloadOf<typeof contentBanned>, { manager, context }: EventHandling): Promise<void> {
    await manager.query(LOCK_CASES, [hash]);
    const [stopped] = await manager.query<[{ id: string; path: string }[], number]>(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = $2, stopped_source = $3
       FROM page_versions AS shown WHERE ${SHOWING} RETURNING id, path`,
      [hash, reason, BY_CONTENT],
    );
    for (const { id } of stopped) await followStop(manager, id, reason, context);
    const paths = stopped.map(({ path }) => path);
    await publishSiteStateChanged(this.outbox, manager, paths, { aggregateId: hash, context });
  }
}
