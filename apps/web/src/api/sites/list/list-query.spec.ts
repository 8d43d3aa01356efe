import { describe, expect, it } from '@jest/globals';
import { siteRow } from '../../../testing/server/fake-sites.js';
import { cursorAfter, listQuery, type ListChoice } from './list-query.js';

const now = new Date('2026-11-22T03:04:05.678Z');
const all: ListChoice = { order: 'created_at.desc', shown: 'live', search: '' };
const read = (choice: Partial<ListChoice>, part = {}) => {
  const query = new URLSearchParams(listQuery({ ...all, ...choice }, { limit: 24, ...part }, now));
  return Object.fromEntries([...new Set(query.keys())].map((key) => [key, query.getAll(key)]));
};

describe('the query of the list', () => {
  it('has all pages that have not ended', () => {
    expect(read({})).toEqual({
      expires_at: ['gt.2026-11-22T03:04:05.678Z'],
      order: ['created_at.desc'],
      limit: ['24'],
    });
  });

  it.each([
    ['soon', { is_active: ['eq.true'], expires_at: ['gt.2026-11-22T03:04:05.678Z', 'lte.2026-11-25T03:04:05.678Z'] }],
  ] as const)('filters by state: %s', (shown, conditions) => {
    expect(read({ shown })).toMatchObject(conditions);
  });

  it('searches for the characters as they are typed', () => {
    expect(read({ search: ' 50%_"a\\,(b) ' }).or).toEqual([
      String.raw`(title.ilike."*50\\%\\_\"a\\\\,(b)*",path.ilike."*50\\%\\_\"a\\\\,(b)*")`,
    ]);
  });

  it('goes on after a row: those beyond its value, and those with the same value and a higher id', () => {
    const site = siteRow(3, { title: 'a"b', created_at: '2026-11-01T00:00:00.000Z' });
    expect(read({}, { after: cursorAfter(site, 'created_at.desc') }).or).toEqual([
      `(created_at.lt."2026-11-01T00:00:00.000Z",and(created_at.eq."2026-11-01T00:00:00.000Z",id.gt.${site.id}))`,
    ]);
    expect(read({ order: 'title.asc' }, { after: cursorAfter(site, 'title.asc') }).or).toEqual([
      String.raw`(title.gt."a\"b",and(title.eq."a\"b",id.gt.${site.id}))`,
    ]);
  });
});
