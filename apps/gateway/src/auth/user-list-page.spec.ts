import { describe, expect, it } from '@jest/globals';
import { linkHeader, userListPage } from './user-list-page.js';

describe('userListPage', () => {
  it('takes what is absent, empty or 0 as the default', () => {
    expect(userListPage({})).toEqual({ page: 1, perPage: 50 });
    expect(userListPage({ page: '', per_page: '' })).toEqual({ page: 1, perPage: 50 });
    expect(userListPage({ page: '0', per_page: '0' })).toEqual({ page: 1, perPage: 50 });
    expect(userListPage({ page: '3', per_page: '999999' })).toEqual({ page: 3, perPage: 1000 });
  });

  it.each(['-1', '1.5', 'x', ' 1', '1e3', ['1', '2']])('refuses %j', (page) => {
    expect(() => userListPage({ page })).toThrow('page must be a non-negative integer');
  });
});

describe('linkHeader', () => {
  const address = 'http://haru.test/auth/v1/admin/users';

  it('names the next and the last page', () => {
    expect(linkHeader(address, { page: 1, perPage: 50 }, 420)).toBe(
      `<${address}?page=2&per_page=50>; rel="next", <${address}?page=9&per_page=50>; rel="last"`,
    );
  });

  it('names no next one at the end', () => {
    expect(linkHeader(address, { page: 9, perPage: 50 }, 420)).toBe(`<${address}?page=9&per_page=50>; rel="last"`);
    expect(linkHeader(address, { page: 1, perPage: 50 }, 0)).toBe(`<${address}?page=1&per_page=50>; rel="last"`);
  });
});
