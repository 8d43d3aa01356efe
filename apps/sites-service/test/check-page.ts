import { defaultPageRuleSettings } from '@haru/contracts';
import * as library from '@haru/page-check';

/** Checks a page, with the default rules unless others are given. */
export const checkPage = (html: string, rules = defaultPageRuleSettings, budgetMs?: number): library.PageCheck =>
  library.checkPage(html, { rules, budgetMs, isCompared: true });
