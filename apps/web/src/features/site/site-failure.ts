import type { CallFailure } from '../../http/call.js';
import { failureText } from '../../http/failure-text.js';
import { withoutInputKept } from '../../texts/errors/first-errors.js';
import { texts } from '../../texts/ja.js';
import { dashboardTexts } from '../../texts/sites/dashboard.js';

export function siteFailureText(failure: CallFailure): string {
  if (failure.code === 'PGRST116') return dashboardTexts.card.gone;
  if (failure.code === 'PGRST301' || failure.code === 'PGRST303') return texts.errors.SESSION_ENDED;
  return failureText(failure);
}

/** Leaves out that the input is kept, because nothing was typed. */
export function listFailureText(failure: CallFailure): string {
  return withoutInputKept(siteFailureText(failure));
}
