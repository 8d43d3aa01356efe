import { workerData } from 'piscina';
import { checkPage, checkTextAlone, type PageCheck } from '../check-page.js';
import { isTextAlone } from '../text-alone.js';
import type { CheckSettings } from './check-pool.js';

const { rules, budgetMs } = workerData as CheckSettings;

/** `checkThread` runs this function. */
export function check(html: string): PageCheck {
  return isTextAlone(html) ? checkTextAlone(html, rules.version) : checkPage(html, budgetMs, rules);
}
