import { defaultPageRuleSettings, type PageRuleId } from '@haru/contracts';
import type { KeptCheck } from '@haru/page-check';
import { expect, it } from '@jest/globals';
import { combineChecks } from './file-checks.js';

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

it('is unfinished when a style sheet may make a field of a document that it transforms', () => {
  const passed: KeptCheck = { outcome: 'passed', rules: 50, signals: [] };
  const feed = { kind: 'document' as const, check: { ...passed, isTransformed: true as const } };
  const sheet = { kind: 'stylesheet' as const, check: passed };
  const making = { ...sheet, check: { ...passed, mayMakeField: true as const } };
  expect(combineChecks([feed, sheet], defaultPageRuleSettings)).toEqual(passed);
  expect(combineChecks([making], defaultPageRuleSettings)).toEqual(passed);
  const unread = { ...passed, outcome: 'partial' };
  expect(combineChecks([feed, sheet, making], defaultPageRuleSettings)).toEqual({ ...unread, unfinished: 0 });
  expect(combineChecks([feed, making], defaultPageRuleSettings, 2)).toEqual({ ...unread, unfinished: 2 });
});

it('has the version of the rules for a page without documents', () => {
  expect(combineChecks([], { ...defaultPageRuleSettings, version: 50 })).toMatchObject({
    outcome: 'passed',
    rules: 50,
  });
});
