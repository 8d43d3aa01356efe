import { extendedExpiry, permanentExpiry } from '@haru/contracts';
import type { MySite } from '../../api/sites/my-site.js';
import type { SiteChange } from '../../api/sites/my-sites.js';
import { dashboardTexts as text, dashboardTexts } from '../../texts/sites/dashboard.js';
import { type CallFailure, failureText } from '../../http/failure.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { texts } from '../../texts/ja.js';

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

export function siteFailureText(failure: CallFailure): string {
  if (failure.code === 'PGRST116') return dashboardTexts.card.gone;
  if (failure.code === 'PGRST301' || failure.code === 'PGRST303') return texts.errors.SESSION_ENDED;
  return failureText(failure);
}

/** Leaves out that the input is kept, because nothing was typed. */
export function listFailureText(failure: CallFailure): string {
  return withoutInputKept(siteFailureText(failure));
}
