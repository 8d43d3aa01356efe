import { describe, expect, it } from '@jest/globals';
import { defaultPageRuleSettings, pageRulesEnv } from './page-rule-settings.js';
import { PAGE_RULES_VERSION } from './page-rules.js';

describe('PAGE_RULES', () => {
  it('changes weights and thresholds together with the version', () => {
    const version = PAGE_RULES_VERSION + 5;
    const changed = pageRulesEnv.parse(JSON.stringify({ version, weights: { 'brand.logo': 0 }, noticeThreshold: 4 }));
    expect(changed).toMatchObject({ version, brandThreshold: 3, noticeThreshold: 4 });
    expect(changed.weights).toEqual({ ...defaultPageRuleSettings.weights, 'brand.logo': 0 });
    expect(pageRulesEnv.parse(undefined)).toEqual(defaultPageRuleSettings);
  });

  it.each([
    '{"weights":{"brand.logo":1}}',
    `{"version":${PAGE_RULES_VERSION},"noticeThreshold":4}`,
    '{"version":99,"weights":{"unknown":1}}',
    '{"version":99,"noticeThreshold":0}',
    '{"version":99,"other":1}',
    '[]',
  ])('refuses %s', (text) => {
    expect(pageRulesEnv.safeParse(text).success).toBe(false);
  });
});
