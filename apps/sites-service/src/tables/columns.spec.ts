import { siteColumns } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { selectAs, sitesTable } from './columns.js';

describe('sitesTable', () => {
  it('has every column of the contract, with its type', () => {
    const types = Object.fromEntries(Object.values(sitesTable).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject(siteColumns);
  });

  it('names columns by property', () => {
    expect(selectAs(sitesTable, ['id', 'userId'])).toBe('id AS "id", user_id AS "userId"');
  });
});
