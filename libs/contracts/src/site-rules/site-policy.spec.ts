import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../wire/request-context.js';
import { defaultSitePolicy, mayDo, siteActions, sitePolicyEnv } from './site-policy.js';

const account = (isAnonymous: boolean): Caller => ({
  role: 'authenticated',
  accountId: '0b4ae1a5-7a57-4b8e-bd5c-5f1b43f2b2c2',
  sessionId: '0b4ae1a5-7a57-4b8e-bd5c-5f1b43f2b2c2',
  isAnonymous,
});

describe('the site policy', () => {
  it('reserves paths and permanence for registered accounts', () => {
    const refused = siteActions.filter((action) => !mayDo(defaultSitePolicy, action, account(true)));
    expect(refused).toEqual(['extendFar', 'customPath', 'changePath', 'makePermanent']);
    for (const action of siteActions) {
      expect(mayDo(defaultSitePolicy, action, account(false))).toBe(true);
      expect(mayDo(defaultSitePolicy, action, { role: 'anon' })).toBe(false);
      expect(mayDo(defaultSitePolicy, action, { role: 'service_role' })).toBe(true);
    }
  });

  it('can be changed row by row', () => {
    const policy = sitePolicyEnv.parse('{"makePermanent":["temporary","registered"],"delete":[]}');
    expect(mayDo(policy, 'makePermanent', account(true))).toBe(true);
    expect(mayDo(policy, 'delete', account(false))).toBe(false);
    expect(mayDo(policy, 'changePath', account(true))).toBe(false);
    expect(sitePolicyEnv.parse(undefined)).toEqual(defaultSitePolicy);
  });

  it.each(['x', '[]', '{"fly":["registered"]}', '{"delete":["visitor"]}'])('refuses %s', (text) => {
    expect(sitePolicyEnv.safeParse(text).success).toBe(false);
  });
});
