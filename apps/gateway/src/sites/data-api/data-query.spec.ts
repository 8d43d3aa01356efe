import { describe, expect, it } from '@jest/globals';
import { readDataQuery, withRange } from './data-query.js';

const read = (query: string) => readDataQuery(`/rest/v1/sites?${query}`);

describe('readDataQuery', () => {
  it('reads all that follows the first question mark', () => {
    expect(read('title=eq.What?&id=eq.x').filters).toEqual([
      { column: 'title', operator: 'eq', values: ['What?'] },
      { column: 'id', operator: 'eq', values: ['x'] },
    ]);
  });

  it('reads what the product sends', () => {
    expect(read('select=*&user_id=eq.u-1&order=created_at.desc')).toEqual({
      columns: ['*'],
      filters: [{ column: 'user_id', operator: 'eq', values: ['u-1'] }],
      order: [{ column: 'created_at', direction: 'desc', nulls: undefined }],
      limit: undefined,
      offset: 0,
    });
  });

  it.each([
    ['id=in.(a,"b,\\"c",)', ['a', 'b,"c', '']],
    ['title=eq.a.b%2Cc%20', ['a.b,c ']],
    ['noindex=is.true', ['true']],
    ['id=in.()', []],
  ])('reads the values of %s', (query, values) => {
    expect(read(query).filters[0]).toMatchObject({ values });
  });

  it('reads alternatives, whose values are quoted where they hold commas or brackets', () => {
    expect(
      read('or=(title.ilike."*a,\\"(b*",path.eq.x.y)&or=(id.gt.a,and(title.eq.a,id.in.(b,"c,d")))').filters,
    ).toEqual([
      {
        anyOf: [
          [{ column: 'title', operator: 'ilike', values: ['*a,"(b*'] }],
          [{ column: 'path', operator: 'eq', values: ['x.y'] }],
        ],
      },
      {
        anyOf: [
          [{ column: 'id', operator: 'gt', values: ['a'] }],
          [
            { column: 'title', operator: 'eq', values: ['a'] },
            { column: 'id', operator: 'in', values: ['b', 'c,d'] },
          ],
        ],
      },
    ]);
  });

  it('reads order, limit, offset and ranges', () => {
    expect(read('order=path,title.desc.nullslast&limit=5&offset=10')).toMatchObject({
      order: [
        { column: 'path', direction: 'asc' },
        { column: 'title', direction: 'desc', nulls: 'last' },
      ],
      limit: 5,
      offset: 10,
    });
    expect(withRange(read(''), '10-19')).toMatchObject({ limit: 10, offset: 10 });
    expect(withRange(read('limit=3'), '10-19')).toMatchObject({ limit: 3, offset: 0 });
  });

  it.each([
    'id=x',
    'id=like.x',
    'id=not.eq.x',
    'or=id.eq.x',
    'or=()',
    'or=(id.eq.x,)',
    'or=(id.like.x)',
    'or=(or(id.eq.x,id.eq.y))',
    'or=(and(id.eq.x,and(id.eq.y)))',
    'or=(id.eq.x))',
    'or=(title.eq."x)',
    'or.not=(id.eq.x)',
    'and=eq.x',
    'id=in.a',
    'id=in.(a"b)',
    'order=id.sideways',
    'limit=-1',
    'limit=1&limit=2',
    'a%20b=eq.x',
    'select=a-b',
  ])('refuses %s', (query) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ code: 'PGRST100' }));
  });

  it('knows no other tables to embed', () => {
    expect(() => read('select=id,users(*)')).toThrow(expect.objectContaining({ code: 'PGRST200' }));
  });
});
