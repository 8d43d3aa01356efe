import type { PageSecret } from '@haru/contracts';
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { CpuBudget, isWithinBudget } from './cpu-budget.js';
import { lineAndColumn } from './reading/layer.js';

/** It is in characters. */
const MAX_LENGTH = 512 * 1024;
const MAX_SECRETS = 20;
/** It is in milliseconds of processor time. */
const BUDGET_MS = 100;
/** This many characters are read together. The time of the rules grows with the square of what they find. */
const PART = 16_384;
/** Two parts share this many characters, so that a key between them is found. */
const OVERLAP = 1_024;
// The profiler would keep more than a hundred performance entries of each page in memory.
secretLintProfiler.setEnabled(false);

const PREFIX = '@secretlint/secretlint-rule-';

// The preset's rule is left out by which comments in a page switch off the others.
const config = {
  rules: rules
    .filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/** Finds the lines of a page with a probable secret key, as far as the budget allows; never returns the key itself. */
export async function findSecrets(html: string): Promise<PageSecret[]> {
  const text = html.slice(0, MAX_LENGTH);
  const found = new Map<string, PageSecret>();
  const budget = new CpuBudget(BUDGET_MS);
  const hasTime = () => isWithinBudget(() => budget.spend(PART));
  for (let from = 0; from < text.length && found.size < MAX_SECRETS && hasTime(); from += PART) {
    const linesBefore = lineAndColumn(text, from).line - 1;
    for (const secret of await secretsIn(text.slice(from, from + PART + OVERLAP), linesBefore)) {
      found.set(`${secret.line} ${secret.rule}`, secret);
    }
  }
  return [...found.values()].toSorted((one, other) => one.line - other.line).slice(0, MAX_SECRETS);
}

/** @param linesBefore this part of the page */
async function secretsIn(content: string, linesBefore: number): Promise<PageSecret[]> {
  const source = { content, filePath: 'page.html', ext: '.html', contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  return messages.map(({ ruleId, loc }) => ({ rule: ruleId.replace(PREFIX, ''), line: linesBefore + loc.start.line }));
}
