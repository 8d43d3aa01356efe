import { isExpired, isExpiringSoon, isShownAsPermanent } from '@haru/contracts';
import type { CallFailure } from '../../../http/call.js';
import type { MySite } from '../../../api/sites/my-site.js';
import { failureText } from '../../../http/failure-text.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import { withoutKept } from '../../../texts/errors/first-errors.js';
import { texts } from '../../../texts/ja.js';

export type SiteState = 'permanent' | 'live' | 'soon' | 'expired' | 'stopped';

/** Returns what the card says about a site's lifetime. */
export function siteStateOf(site: Pick<MySite, 'expires_at' | 'stopped_reason'>, now: Date): SiteState {
  if (site.stopped_reason !== null) return 'stopped';
  const expiresAt = new Date(site.expires_at);
  if (isExpired(expiresAt, now)) return 'expired';
  if (isShownAsPermanent(expiresAt, now)) return 'permanent';
  return isExpiringSoon(expiresAt, now) ? 'soon' : 'live';
}

export function siteFailureText(failure: CallFailure): string {
  if (failure.code === 'PGRST116') return dashboardTexts.card.gone;
  if (failure.code === 'PGRST301' || failure.code === 'PGRST303') return texts.errors.SESSION_ENDED;
  return failureText(failure);
}

/** Leaves out that the input is kept, because nothing was typed. */
export function listFailureText(failure: CallFailure): string {
  return withoutKept(siteFailureText(failure));
}
