import { isNullableSiteColumn, type SiteColumn, siteColumns } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { selectAs, sitesTable } from './columns.js';

describe('sitesTable', () => {
  it('has every column of the contract, with its type', () => {
    const types = Object.fromEntries(Object.values(sitesTable).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject(siteColumns);
  });

  it('has no nullable column that the contract calls not nullable', () => {
    const nullable = Object.values(sitesTable).filter(({ isNullable }) => isNullable);
    const onWire = nullable.flatMap(({ name }) => (Object.hasOwn(siteColumns, name) ? [name as SiteColumn] : []));
    expect(onWire.filter((name) => !isNullableSiteColumn(name))).toEqual([]);
  });

  it('names columns by property', () => {
    expect(selectAs(sitesTable, ['id', 'userId'])).toBe('id AS "id", user_id AS "userId"');
  });
});
