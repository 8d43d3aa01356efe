import { isNullableSiteColumn, type SiteColumn, siteColumns } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { ACCESS_KEY_COLUMN, HTML_COLUMN, PASSWORD_COLUMN, selectAs, sitesColumns } from './columns.js';

describe('sitesColumns', () => {
  it('has every column of the contract but the computed ones, with its type', () => {
    const { [HTML_COLUMN]: _page, [ACCESS_KEY_COLUMN]: _key, [PASSWORD_COLUMN]: _password, ...stored } = siteColumns;
    const types = Object.fromEntries(Object.values(sitesColumns).map(({ name, type }) => [name, type]));
    expect(types).toMatchObject(stored);
  });

  it('has no nullable column that the contract calls not nullable', () => {
    const nullable = Object.values(sitesColumns).filter(({ isNullable }) => isNullable);
    const onWire = nullable.flatMap(({ name }) => (Object.hasOwn(siteColumns, name) ? [name as SiteColumn] : []));
    expect(onWire.filter((name) => !isNullableSiteColumn(name))).toEqual([]);
  });

  it('names columns by property', () => {
    expect(selectAs(sitesColumns, ['id', 'userId'])).toBe('id AS "id", user_id AS "userId"');
  });
});
