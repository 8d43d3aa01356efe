import type { PageRuleSettings, PageSecret } from '@haru/contracts';
import type { ComponentFault } from '@haru/page-render/component';
import { CpuBudget, isWithinBudget } from './cpu-budget.js';
import { excerptOf, lineAndColumn, pageLayer, placeIn } from './reading/layer.js';
import { isRewritten } from './plain-page.js';
import { PageReader } from './reading/page-reader.js';
import { simpleTextOf } from './reading/simple-text.js';
import { brandMatches } from './rules/brand-claims.js';
import { credentialMatches } from './rules/credentials.js';
import { otherMatches } from './rules/other-rules.js';
import { type Match, noticeWeight, refusedBrands, type Signal } from './rules/outcome.js';
import { pageKindMatches } from './rules/page-kind.js';
import { MAX_COMPARED, similarityOf } from './similarity.js';

/** A page is read within this much processor time, in milliseconds. */
const BUDGET_MS = 100;
/** These are parts of that time. What a page adds for some rules takes nothing of the others' share. */
const SHARES = { page: 0.8, furtherParts: 0.15, credentials: 0.15, brands: 0.2, others: 0.15 };
/** What can write a field into the page that its markup does not show. */
const MAY_WRITE = /<(?:[^\s<>:]+:)?(?:script|i?frame|object|embed|meta)\b|\bon\w+\s*=|contenteditable|javascript:/i;
const MAX_PER_RULE = 3;

export interface PageCheck {
  /** It is the version of the rules. */
  version: number;
  outcome: 'passed' | 'notice' | 'refused';
  /** When it is false, the page was not read completely, or not all rules were applied. */
  isComplete: boolean;
  hasField: boolean;
  /** Something that may make a field was left out: the time was over before it was read, or there is too much of it. */
  dropped: boolean;
  /** A refused page asks for credentials in the name of these brands. */
  brands: string[];
  signals: Signal[];
  /** Style sheets (XSLT) of its page transform the document. */
  isTransformed?: boolean;
  /** It is a style sheet that may make a field in a document. */
  mayMakeField?: boolean;
  /** `similarityOf` computes it from the text of the page. */
  similarity?: string | undefined;
  /** It is the checked page, if its source was not HTML. */
  rendered?: string;
  /** A rendered component loads these files. */
  libraries?: readonly string[];
  /** The source could not be rendered, and nothing was checked. */
  fault?: ComponentFault;
  /** It is absent unless the page was searched for secrets. */
  secrets?: PageSecret[];
}

/** A thread gets these when it starts. */
export interface CheckSettings {
  rules: PageRuleSettings;
  /** It is in milliseconds of processor time for each page; the default is that of publishing. */
  budgetMs?: number | undefined;
}

interface CheckOptions extends CheckSettings {
  /** Whether the similarity of the page is computed, too. */
  isCompared: boolean;
  /** The text is a script, which is a file of a page. */
  isScript?: boolean | undefined;
}

/**
 * Returns the result for a page without a field, see `mayHaveField`.
 * @param version of the rules @param texts their similarity is computed
 */
export function passedAsPlain(version: number, texts: Parameters<typeof similarityOf>[0] = []): PageCheck {
  const nothing = { isComplete: true, hasField: false, dropped: false, brands: [], signals: [] };
  return { version, outcome: 'passed', ...nothing, similarity: similarityOf(texts) };
}

/** Reads only the text that is compared. The page is one without a field. */
export function checkPlain(html: string, version: number): PageCheck {
  const text = simpleTextOf(html);
  if (text !== undefined) return passedAsPlain(version, [{ text }]);
  const reader = new PageReader(new CpuBudget(BUDGET_MS));
  isWithinBudget(() => reader.read(html, MAX_COMPARED));
  return passedAsPlain(version, reader.facts.texts);
}

/** Reads a page and its hidden content, and finds the rules that match. The time is bounded for any page. */
export function checkPage(
  html: string,
  { rules, budgetMs = BUDGET_MS, isCompared, isScript }: CheckOptions,
): PageCheck {
  const budgetOf = (part: keyof typeof SHARES) => new CpuBudget(budgetMs * SHARES[part]);
  const reader = new PageReader(budgetOf('page'));
  const isRead = isWithinBudget(() => (isScript ? reader.readScript(html) : reader.read(html)));
  const { facts, readAt } = reader;
  const further = new PageReader(budgetOf('furtherParts'), facts);
  const arePartsRead = isRead || isWithinBudget(() => further.readPartsAfter(html, readAt));
  const isRestKnown = isRead || (!isScript && arePartsRead && !MAY_WRITE.test(html.slice(readAt)));
  const dropped = !isRestKnown || isRewritten(html) || reader.hasDropped || further.hasDropped;
  const found: Match[] = [];
  const isDone = [
    collectEach(credentialMatches(facts, budgetOf('credentials')), found),
    collectEach(brandMatches(facts, budgetOf('brands')), found),
    collectEach(pageKindMatches(facts, html, found, budgetOf('others')), found),
    collectEach(otherMatches(facts, budgetOf('others')), found),
  ];
  if (reader.hasDropped && !isScript) found.push({ rule: 'evasion.amount', place: placeIn(pageLayer(html), 0) });
  const matches = found.filter(({ rule }) => rules.weights[rule] > 0);
  const brands = refusedBrands(matches, rules);
  const isSuspicious = noticeWeight(matches, rules) >= rules.noticeThreshold;
  return {
    version: rules.version,
    outcome: brands.length > 0 ? 'refused' : isSuspicious ? 'notice' : 'passed',
    isComplete: isRead && !dropped && isDone.every(Boolean),
    hasField: facts.fields.length > 0,
    dropped,
    brands,
    signals: signalsOf(matches, brands, html, rules),
    similarity: isCompared ? similarityOf(facts.texts) : undefined,
  };
}

/** Collects matches until the time is over. @returns whether the rules were applied to the whole page */
function collectEach(found: Iterable<Match>, matches: Match[]): boolean {
  return isWithinBudget(() => {
    for (const match of found) matches.push(match);
  });
}

/** Takes some signals of each rule, first those of the brands for which the page is refused. */
function signalsOf(
  matches: readonly Match[],
  brands: readonly string[],
  html: string,
  { weights }: PageRuleSettings,
): Signal[] {
  const isOther = ({ brand }: Match) => Number(brand !== undefined && !brands.includes(brand));
  const inOrder = matches.toSorted((one, other) => isOther(one) - isOther(other));
  return [...Map.groupBy(inOrder, ({ rule }) => rule).values()].flatMap((found) =>
    found.slice(0, MAX_PER_RULE).map(({ rule, brand, place }) => ({
      rule,
      weight: weights[rule],
      ...lineAndColumn(html, place.layer.toPage(place.from)),
      excerpt: excerptOf(place),
      ...(brand === undefined ? {} : { brand }),
    })),
  );
}
