import { type PayloadOf, siteExpired } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';

/** Has viewers let go of expired pages. They stop showing them by the clock anyway. */
@WhenEvent(siteExpired)
export class TellViewersWhenSiteExpired implements RunsEffects<typeof siteExpired> {
  constructor(private readonly changes: SiteCacheInvalidator) {}

  async runEffects(expired: readonly PayloadOf<typeof siteExpired>[]): Promise<void> {
    await this.changes.announce(expired.flatMap(({ sites }) => sites.map(({ path }) => path)));
  }
}
