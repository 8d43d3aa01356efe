import { contentBanned, type PayloadOf, type StopSource } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, Outbox, WhenEvent } from '@haru/events';
import { publishSiteStateChanged } from '../sites/publish-site-state-changed.js';

const BY_CONTENT: StopSource = 'content';

/** Stops every live page that shows a banned content. The events that follow tell viewers. */
@WhenEvent(contentBanned)
export class StopSitesWhenContentBanned implements HandlesEvent<typeof contentBanned> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ hash, reason }: PayloadOf<typeof contentBanned>, { manager, context }: EventHandling): Promise<void> {
    const [stopped] = await manager.query<[{ path: string }[], number]>(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = $2, stopped_source = $3
       FROM page_versions AS shown
       WHERE shown.content_hash = decode($1, 'hex') AND sites.id = shown.site_id AND sites.version = shown.number
         AND sites.is_active
       RETURNING path`,
      [hash, reason, BY_CONTENT],
    );
    const paths = stopped.map(({ path }) => path);
    await publishSiteStateChanged(this.outbox, manager, paths, { aggregateId: hash, context });
  }
}
