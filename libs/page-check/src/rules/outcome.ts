import type { PageFinding, PageRuleId, PageRuleSettings } from '@haru/contracts';
import type { Place } from '../reading/layer.js';

export interface Match {
  rule: PageRuleId;
  /** Only `brand` rules have it. */
  brand?: string;
  place: Place;
}

export interface Signal extends PageFinding {
  rule: PageRuleId;
  weight: number;
  /** The name or image belongs to this brand; only `brand` rules have it. */
  brand?: string;
}

/** Leaves out what the author is not shown: weights and brands. */
export function findingOf({ rule, line, column, excerpt }: PageFinding): PageFinding {
  return { rule, line, column, excerpt };
}

/** A blog with links and pictures of a shop has many minor signs of it. */
const MAX_MINOR = 2;
/** With one of these a page is refused for a brand that weighs one less. */
const AGGRAVATING: readonly PageRuleId[] = ['target.chat-hook', 'target.form-relay', 'clone.saved-page'];

/** Sums up the weights for `noticeThreshold`. Each rule counts once. */
export function noticeWeight(matches: readonly Match[], settings: PageRuleSettings): number {
  const rules = [...new Set(matches.map(({ rule }) => rule))];
  const weights = rules.map((rule) => ({ rule, weight: settings.weights[rule] }));
  const credential = Math.max(0, ...weights.filter(isCredential).map(({ weight }) => weight));
  const brand = credential > 0 ? Math.max(0, ...brandWeights(matches, settings).values()) : 0;
  const others = weights.filter((one) => one.weight > 1 && !isCredential(one) && !one.rule.startsWith('brand.'));
  return credential + brand + others.reduce((sum, { weight }) => sum + weight, 0);
}

type Found = Pick<Match, 'rule' | 'brand'>;
const isCredential = ({ rule }: Pick<Match, 'rule'>): boolean => rule.startsWith('credential.');

/** Returns the brands for which a page is refused, see `pageRules`. */
export function refusedBrands(matches: readonly Found[], settings: PageRuleSettings): string[] {
  const rules = new Set(matches.map(({ rule }) => rule));
  if (!matches.some(isCredential)) return [];
  const threshold = settings.brandThreshold - (AGGRAVATING.some((rule) => rules.has(rule)) ? 1 : 0);
  return [...brandWeights(matches, settings)].flatMap(([brand, weight]) => (weight >= threshold ? [brand] : []));
}

/** Sums up the weights for each brand. Each rule counts once for a brand. */
function brandWeights(matches: readonly Found[], settings: PageRuleSettings): Map<string, number> {
  const rulesOf = new Map<string, Set<PageRuleId>>();
  for (const { rule, brand } of matches) {
    if (brand !== undefined) rulesOf.set(brand, (rulesOf.get(brand) ?? new Set()).add(rule));
  }
  const weightOf = (distinct: Set<PageRuleId>): number => {
    const weights = [...distinct].map((rule) => settings.weights[rule]);
    const strong = weights.filter((weight) => weight > 1).reduce((sum, weight) => sum + weight, 0);
    return strong + Math.min(weights.filter((weight) => weight === 1).length, MAX_MINOR);
  };
  return new Map([...rulesOf].map(([brand, distinct]) => [brand, weightOf(distinct)]));
}
