import type { PageSecret } from '@haru/contracts';
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { BudgetExceededError, CpuBudget } from './cpu-budget.js';
import { mayHaveSecret } from './possible-secret.js';

/** Characters. */
const MAX_LENGTH = 512 * 1024;
const MAX_SECRETS = 20;
/** Milliseconds of processor time. */
const BUDGET_MS = 100;
/** Characters that are read together. The rules take a time that grows with the square of what they find. */
const PART = 16_384;
/** Characters that two parts share, so that a key between them is found. */
const OVERLAP = 1_024;
// It would keep more than a hundred performance entries of each page in memory.
secretLintProfiler.setEnabled(false);

const PREFIX = '@secretlint/secretlint-rule-';

// Without the rule by which comments in a page would switch off the others.
const config = {
  rules: rules
    .filter(({ meta }) => meta.id !== `${PREFIX}filter-comments`)
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/** The lines of a page that have what looks like a secret key; never the key itself. Those in what the budget allows. */
export async function findSecrets(html: string): Promise<PageSecret[]> {
  const text = html.slice(0, MAX_LENGTH);
  if (!mayHaveSecret(text)) return [];
  const found = new Map<string, PageSecret>();
  const budget = new CpuBudget(BUDGET_MS);
  let [line, countedTo] = [0, 0];
  for (let from = 0; from < text.length && found.size < MAX_SECRETS && hasTime(budget); from += PART) {
    for (let at = text.indexOf('\n', countedTo); at !== -1 && at < from; at = text.indexOf('\n', at + 1)) line++;
    countedTo = from;
    for (const secret of await secretsIn(text.slice(from, from + PART + OVERLAP), line)) {
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

function hasTime(budget: CpuBudget): boolean {
  try {
    budget.spend(PART);
    return true;
  } catch (error) {
    if (error instanceof BudgetExceededError) return false;
    throw error;
  }
}
