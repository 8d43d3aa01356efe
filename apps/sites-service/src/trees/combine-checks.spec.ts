import { defaultPageRuleSettings, type PageRuleId } from '@haru/contracts';
import type { KeptCheck } from '@haru/page-check';
import { expect, it } from '@jest/globals';
import { combineChecks } from './combine-checks.js';

const found = (rule: PageRuleId, brand?: string): KeptCheck => ({
  outcome: 'passed',
  rules: 50,
  signals: [{ rule, weight: 3, line: 1, column: 1, excerpt: '', ...(brand === undefined ? {} : { brand }) }],
});
const files = [
  { kind: 'document' as const, check: found('brand.title', '楽天カード') },
  { kind: 'script' as const, check: found('credential.password') },
];

it("combines a document and a script with the operator's rules", () => {
  const rules = { ...defaultPageRuleSettings, version: 50 };
  expect(combineChecks(files, rules).outcome).toBe('notice');
  expect(combineChecks(files, { ...rules, brandThreshold: 4 }).outcome).toBe('passed');
  expect(combineChecks(files, { ...rules, weights: { ...rules.weights, 'brand.title': 0 } }).outcome).toBe('passed');
});

it('has the version of the rules for a page without documents', () => {
  expect(combineChecks([], { ...defaultPageRuleSettings, version: 50 })).toMatchObject({
    outcome: 'passed',
    rules: 50,
  });
});
