import { workerData } from 'piscina';
import { checkPage, checkPlain, type PageCheck } from '../check-page.js';
import { mayHaveField } from '../plain-page.js';
import type { CheckSettings } from './check-pool.js';

const { rules, budgetMs } = workerData as CheckSettings;

/** `checkThread` runs this function. */
export function check(html: string): PageCheck {
  return mayHaveField(html) ? checkPage(html, budgetMs, rules) : checkPlain(html, rules.version);
}
