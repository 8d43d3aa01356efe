import { describe, expect, it } from '@jest/globals';
import { defaultPublishLimits, publishLimitsEnv } from './publish-limits.js';

describe('PUBLISH_LIMITS', () => {
  it.each([undefined, '', '{}'])('%j leaves the defaults', (text) => {
    expect(publishLimitsEnv.parse(text)).toEqual(defaultPublishLimits);
  });

  it('changes what it names', () => {
    expect(publishLimitsEnv.parse('{"anonymousPages":1000}')).toEqual({
      ...defaultPublishLimits,
      anonymousPages: 1000,
    });
  });

  it.each(['x', '[]', '{"pages":1}', '{"anonymousPages":-1}', '{"anonymousPages":"many"}'])('refuses %s', (text) => {
    expect(publishLimitsEnv.safeParse(text).success).toBe(false);
  });
});
