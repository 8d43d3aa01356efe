import { type PayloadOf, siteExpired } from '@haru/contracts';
import { type HandlesEvent, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';

/** Has viewers let go of expired pages. They stop showing them by the clock anyway. */
@WhenEvent(siteExpired)
export class TellViewersWhenSiteExpired implements HandlesEvent<typeof siteExpired> {
  constructor(private readonly changes: SiteCacheInvalidator) {}

  async handle({ sites }: PayloadOf<typeof siteExpired>): Promise<void> {
    await this.changes.announce(sites.map(({ path }) => path));
  }
}
