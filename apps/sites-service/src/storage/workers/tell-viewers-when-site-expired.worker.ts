import { type PayloadOf, siteExpired } from '@haru/contracts';
import { type RunsEffects, WhenEvent } from '@haru/events';
import { SiteCacheInvalidator } from '../../sites/site-cache-invalidator.js';

/** Makes viewers drop expired pages from their caches. They stop showing them at their expiry in any case. */
@WhenEvent(siteExpired)
export class TellViewersWhenSiteExpired implements RunsEffects<typeof siteExpired> {
  constructor(private readonly changes: SiteCacheInvalidator) {}

  async runEffects(expired: readonly PayloadOf<typeof siteExpired>[]): Promise<void> {
    await this.changes.announce(expired.flatMap(({ sites }) => sites.map(({ path }) => path)));
  }
}
