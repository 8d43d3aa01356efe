import type { CpuBudget } from '../cpu-budget.js';
import type { ScriptString } from './script-strings.js';

const MAX_REPLACEMENTS = 10;
const REPLACEMENT =
  /\.replace(?:All)?\(\s*(?:\/((?:[^/\n\\[\](){}.*+?|]|\\[^\w\n]){1,12})\/g|"([^"\\]{1,12})")\s*,\s*"([^"\\]{0,12})"\s*\)|\.split\(\s*"([^"\\]{1,12})"\s*\)\s*\.join\(\s*"([^"\\]{0,12})"\s*\)/g;

/** The texts of a script from which it takes something out, or in which it replaces something, as that leaves them. @throws BudgetExceededError */
export function replacedTexts(code: string, strings: readonly ScriptString[], budget: CpuBudget): ScriptString[] {
  const replacements: [string, string][] = [];
  for (const [, expression, text, by, separator, joint] of code.matchAll(REPLACEMENT)) {
    const from = expression?.replaceAll('\\', '') ?? text ?? separator;
    const to = by ?? joint ?? '';
    // What makes a text longer hides nothing.
    if (from !== undefined && from.length >= to.length) replacements.push([from, to]);
    if (replacements.length === MAX_REPLACEMENTS) break;
  }
  if (replacements.length === 0) return [];
  return strings.flatMap(({ text, at }) => {
    budget.spend(replacements.length * text.length);
    const replaced = replacements.reduce((left, [from, to]) => left.replaceAll(from, to), text);
    return replaced === text ? [] : [{ text: replaced, at }];
  });
}
