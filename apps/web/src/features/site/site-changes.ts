import { extendedExpiry, permanentExpiry } from '@haru/contracts';
import type { MySite } from '../../api/sites/my-site.js';
import type { SiteChange } from '../../api/sites/my-sites.js';
import { dashboardTexts as text } from '../../texts/sites/dashboard.js';

export interface NamedChange {
  change: SiteChange;
  /** It is said once the server agrees. */
  done: string;
  /** The change is shown before that. */
  optimistic?: boolean;
}

const expiring = (expiry: Date, done: string): NamedChange => ({
  change: { expires_at: expiry.toISOString() },
  done,
  optimistic: true,
});

export const siteChanges = {
  makeSecret: () => ({ change: { visibility: 'secret' }, done: text.madeSecret }),
  makePublic: () => ({ change: { visibility: 'public' }, done: text.madePublic }),
  renewLink: () => ({ change: { access_key: null }, done: text.linkRenewed }),
  toggleNoindex: ({ noindex }) => ({
    change: { noindex: !noindex },
    done: text.noindexSet(!noindex),
    optimistic: true,
  }),
  extend: ({ expires_at: expiresAt }: Pick<MySite, 'expires_at'>) => {
    const expiry = extendedExpiry(new Date(expiresAt));
    return expiring(expiry, text.extended(expiry));
  },
  makePermanent: () => expiring(permanentExpiry(new Date()), text.madePermanent),
} satisfies Record<string, (site: MySite) => NamedChange>;

export type SiteChangeName = keyof typeof siteChanges;
