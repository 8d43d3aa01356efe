import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../wire/request-context.js';
import { hasRole, requireRole } from './require-role.js';
import type { AdminRole } from '../wire/request-context.js';

const id = '0b4ae1a5-7a57-4b8e-bd5c-5f1b43f2b2c2';
const account = (haruRole?: AdminRole): Caller => ({
  role: 'authenticated',
  accountId: id,
  sessionId: id,
  isAnonymous: false,
  haruRole,
});

describe('roles', () => {
  it.each<[string, Caller, boolean, boolean]>([
    ['a visitor', { role: 'anon' }, false, false],
    ['an account', account(), false, false],
    ['a moderator', account('moderator'), true, false],
    ['an admin', account('admin'), true, true],
    ['the service key', { role: 'service_role' }, true, true],
  ])('%s', (_, caller, moderates, administers) => {
    expect(hasRole(caller, 'moderator')).toBe(moderates);
    expect(hasRole(caller, 'admin')).toBe(administers);
  });

  it('refuses with a code of its own', () => {
    expect(() => requireRole(account('moderator'), 'admin')).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN_ROLE' }),
    );
    expect(() => requireRole({ ...account(), roleNeedsFactor: true } as Caller, 'moderator')).toThrow(
      expect.objectContaining({ code: 'STAFF_SECOND_FACTOR_REQUIRED' }),
    );
    expect(() => requireRole(account('admin'), 'moderator')).not.toThrow();
  });
});
