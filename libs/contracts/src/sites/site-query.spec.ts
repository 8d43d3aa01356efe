import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { pageBytesOf, rowsMaxBytes, type SiteFilter } from './site-query.js';

describe('pageBytesOf', () => {
  const pages = (count: number) => count * limits.htmlMaxBytes;
  const eq = (column: string): SiteFilter => ({ column, operator: 'eq', values: ['a'] });

  it.each([
    ['a list without pages', { columns: ['*'], single: false, filters: [] }, 0],
    ['a list of all pages', { columns: ['html_content'], single: false, filters: [] }, rowsMaxBytes],
    ['a list with a limit', { columns: ['id', 'html_content'], single: false, filters: [], limit: 2 }, pages(2)],
    ['one row', { columns: ['*'], single: true, filters: [] }, pages(1)],
    ['a page by its id', { columns: ['html_content'], single: false, filters: [eq('id')] }, pages(1)],
    ['pages by another column', { columns: ['html_content'], single: false, filters: [eq('title')] }, rowsMaxBytes],
    [
      'pages by one of several conditions',
      { columns: ['html_content'], single: false, filters: [{ anyOf: [[eq('id')], [eq('title')]] }] },
      rowsMaxBytes,
    ],
  ])('is the most that may be answered: %s', (_what, asked, bytes) => {
    expect(pageBytesOf(asked)).toBe(bytes);
  });
});
