import { defaultPageRuleSettings as rules } from '@haru/contracts';
import * as source from '../src/check-page.js';

/** Checks a page with the default rules. */
export const checkPage = (html: string, budgetMs?: number): source.PageCheck =>
  source.checkPage(html, { rules, budgetMs, isCompared: true });
