import { describe, expect, it } from '@jest/globals';
import { wantsSingle } from './data-api-request.js';
import { readPreferences } from './preferences.js';

describe('wantsSingle', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['Application/JSON; charset=utf-8', false],
    ['text/html, application/*;q=0.8', false],
    ['application/vnd.pgrst.array+json', false],
    ['application/vnd.pgrst.object+json', true],
    ['application/vnd.pgrst.object', true],
    ['application/json;q=0.5, application/vnd.pgrst.object+json', true],
    ['application/vnd.pgrst.object+json;q=0.5, application/json', false],
    ['application/vnd.pgrst.object+json;nulls=stripped, application/json', false],
  ])('%s: %s', (accept, single) => expect(wantsSingle(accept)).toBe(single));

  it.each([
    'text/csv',
    'application/geo+json',
    'application/vnd.pgrst.plan+json; for="application/json"; options=;',
    'application/vnd.pgrst.plan+text; for="a, application/json, b"',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'application/vnd.pgrst.object+json;nulls=stripped',
    'application/vnd.pgrst.objectionable+json',
    'application/jsonp',
    'application/json;q=0',
  ])('refuses %s', (accept) =>
    expect(() => wantsSingle(accept)).toThrow(expect.objectContaining({ code: 'PGRST107' })),
  );

  it('takes no longer than a header is long', () => {
    const before = process.threadCpuUsage();
    expect(() => wantsSingle('",'.repeat(8_000))).toThrow(expect.objectContaining({ code: 'PGRST107' }));
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});

describe('readPreferences', () => {
  const nothing = { count: undefined, returns: false, maxAffected: undefined };

  it.each([
    ['', nothing],
    ['return=minimal', nothing],
    ['return=representation,count=exact', { ...nothing, returns: true, count: 'exact' }],
    ['Return="representation"; x=y , Count = planned', { ...nothing, returns: true, count: 'planned' }],
    ['handling=strict, max-affected=1', { ...nothing, maxAffected: 1 }],
    ['max-affected=0', { ...nothing, maxAffected: 0 }],
    ['missing=default, respond-async, constructor=x', nothing],
    ['handling=lenient,timezone=Asia/Tokyo', nothing],
    ['count=exact, count=estimated', { ...nothing, count: 'exact' }],
    ['xreturn=representation', nothing],
  ])('reads %s', (prefer, preferences) => expect(readPreferences(prefer)).toEqual(preferences));

  it.each([
    ['tx=rollback', 'PGRST100'],
    ['return=headers-only', 'PGRST100'],
    ['return=representations', 'PGRST100'],
    ['count=many', 'PGRST100'],
    ['max-affected=-1', 'PGRST100'],
    ['max-affected=some', 'PGRST100'],
    ['handling=none', 'PGRST100'],
    ['handling=strict,timezone=Asia/Tokyo', 'PGRST122'],
  ])('refuses %s', (prefer, code) => expect(() => readPreferences(prefer)).toThrow(expect.objectContaining({ code })));
});
