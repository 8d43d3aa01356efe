import { z } from 'zod';
import { jsonEnv } from '../json-env.js';
import { brandThreshold, noticeThreshold, PAGE_RULES_VERSION, type PageRuleId, pageRules } from './page-rules.js';

export interface PageRuleSettings {
  /** The version is stored with each result. Live pages with a result of a lower version are checked again. */
  version: number;
  /** A rule with weight 0 is off. */
  weights: Record<PageRuleId, number>;
  brandThreshold: number;
  noticeThreshold: number;
}

const names = Object.keys(pageRules) as PageRuleId[];

export const defaultPageRuleSettings: PageRuleSettings = {
  version: PAGE_RULES_VERSION,
  weights: Object.fromEntries(names.map((name) => [name, pageRules[name].weight])) as Record<PageRuleId, number>,
  brandThreshold,
  noticeThreshold,
};

const threshold = z.int().min(1).max(100);

/**
 * `PAGE_RULES` has the changed settings as JSON. A change needs a version above that of the code; when a later release
 * reaches it, the start fails, so that the operator compares the change with the rules of that release.
 */
export const pageRulesEnv = jsonEnv(
  z
    .strictObject({
      version: z.int().min(PAGE_RULES_VERSION + 1, `must be above ${PAGE_RULES_VERSION}, the version of the code`),
      weights: z.partialRecord(z.enum(names), z.int().min(0).max(10)),
      brandThreshold: threshold,
      noticeThreshold: threshold,
    })
    .partial()
    .refine(({ version, ...changes }) => version !== undefined || Object.keys(changes).length === 0, {
      path: ['version'],
      error: 'is needed for a change of the rules',
    })
    .transform(({ weights, ...changes }): PageRuleSettings => ({
      ...defaultPageRuleSettings,
      ...changes,
      weights: { ...defaultPageRuleSettings.weights, ...weights },
    })),
);
