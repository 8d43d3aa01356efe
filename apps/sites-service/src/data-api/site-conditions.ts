import {
  type Caller,
  isOnlyByName,
  type SiteColumn,
  siteColumns,
  type SiteCondition,
  type SiteFilter,
  type SiteFilters,
  type SiteList,
  ServiceError,
} from '@haru/contracts';
import { ACCESS_KEY_COLUMN, HTML_COLUMN, OWN_PAGE_SOURCE, PASSWORD_COLUMN } from '../tables/columns.js';

export interface Conditions {
  where: string;
  values: unknown[];
}

const symbols = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

export const invalid = (message?: string) => new ServiceError('22P02', { message });

function columnOf(name: string): SiteColumn {
  if (Object.hasOwn(siteColumns, name)) return name as SiteColumn;
  throw new ServiceError('42703', { message: `column sites.${name} does not exist` });
}

/** Returns a column in SQL: the page is stored in another table. */
function expressionOf(column: SiteColumn): string {
  if (column === ACCESS_KEY_COLUMN || column === PASSWORD_COLUMN) throw invalid(`${column} cannot be searched`);
  return column === HTML_COLUMN ? OWN_PAGE_SOURCE : column;
}

/**
 * Selects columns by their names; `*` selects all. With `*` in a list `html_content` is null, because a thousand pages
 * do not fit into an answer. It is read when it is named, or a single row is requested.
 */
export function selectionOf(names: readonly string[], single: boolean) {
  const all = Object.keys(siteColumns)
    .map(columnOf)
    .filter((column) => !isOnlyByName(column));
  const wanted = [...new Set(names.flatMap((name) => (name === '*' ? all : [columnOf(name)])))];
  const hasPage = single || names.includes('html_content');
  return {
    columns: hasPage ? wanted : wanted.filter((column) => column !== 'html_content'),
    rowOf: (row: Record<string, unknown>): Row =>
      Object.fromEntries(wanted.map((column) => [column, answerOf(row[column])])),
  };
}

/** Selects the rows that the caller may see and the filters match. Column names are checked, values are parameters. */
export function conditionsOf(filters: readonly SiteCondition[], caller: Caller): Conditions {
  const values: unknown[] = [];
  const parts = [ownRows(caller, values), ...filters.map((filter) => partOf(filter, values))];
  return { where: parts.join(' AND '), values };
}

function ownRows(caller: Caller, values: unknown[]): string {
  if (caller.role === 'service_role') return 'true';
  if (caller.role === 'anon') return 'false';
  const own = `user_id = $${values.push(caller.accountId)}`;
  const { siteId } = caller.credential ?? {};
  if (siteId === undefined) return own;
  // An edit key ends with its page, and is back when the page is.
  return `${own} AND id = $${values.push(siteId)} AND is_active AND expires_at > now()`;
}

function partOf(condition: SiteCondition, values: unknown[]): string {
  if (!('anyOf' in condition)) return conditionOf(condition, values);
  const alternatives = condition.anyOf.map((filters) =>
    filters.map((filter) => conditionOf(filter, values)).join(' AND '),
  );
  return `(${alternatives.map((alternative) => `(${alternative})`).join(' OR ')})`;
}

function conditionOf({ column: name, operator, values: given }: SiteFilter, values: unknown[]): string {
  const known = columnOf(name);
  if (operator === 'ilike') {
    // Pages cannot be searched, because one request would read too much.
    if (known !== 'title' && known !== 'path') throw invalid('ilike is for title and path');
    return `${known} ILIKE $${values.push(patternOf(given[0] ?? ''))}`;
  }
  const column = expressionOf(known);
  const type = siteColumns[known];
  if (operator === 'is') {
    const what = given[0] ?? '';
    if (what === 'null') return `${column} IS NULL`;
    if (type === 'boolean') return `${column} IS ${booleanOf(what)}`;
    throw invalid(`${known} can only be asked whether it "is" null`);
  }
  const parsed = given.map((value) => valueOf(known, value));
  if (operator === 'in') return `${column} = ANY($${values.push(parsed)}::${type}[])`;
  return `${column} ${symbols[operator]} $${values.push(parsed[0])}::${type}`;
}

/** `*` means `%`, which addresses would need to encode. */
function patternOf(text: string): string {
  const pattern = valueOf('title', text) as string;
  // Postgres refuses a pattern that ends with a lone escape.
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(pattern)) throw invalid('the pattern ends with an escape');
  return pattern.replaceAll('*', '%');
}

function valueOf(column: SiteColumn, value: string): string | number | boolean | Date {
  switch (siteColumns[column]) {
    case 'boolean':
      return booleanOf(value);
    case 'timestamptz':
      return timeOf(value);
    case 'uuid':
      if (uuid.test(value)) return value;
      throw invalid(`invalid input syntax for type uuid: "${value}"`);
    case 'integer':
      return integerOf(value);
    case 'text':
      if (!value.includes('\0')) return value;
      throw invalid('text cannot hold NUL');
  }
}

function booleanOf(value: string): boolean {
  if (['true', 't'].includes(value.toLowerCase())) return true;
  if (['false', 'f'].includes(value.toLowerCase())) return false;
  throw invalid(`invalid input syntax for type boolean: "${value}"`);
}

function integerOf(value: string): number {
  const number = /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : Number.NaN;
  if (Math.abs(number) <= 2_147_483_647) return number;
  throw invalid(`invalid input syntax for type integer: "${value}"`);
}

/** Accepts years 1 to 9999; others have another form in ISO 8601. */
export function timeOf(value: unknown): Date {
  const [text, day = ''] = typeof value === 'string' ? (timestamp.exec(value) ?? []) : [];
  const time = new Date(text === undefined ? Number.NaN : withZone(text));
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999 && isDay(day)) return time;
  throw new ServiceError('22007', { message: 'invalid input syntax for type timestamp with time zone' });
}

/** Whether the day exists: JavaScript reads 30 February as 2 March. */
function isDay(day: string): boolean {
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** A time without a zone is UTC, as in the database. */
function withZone(value: string): string {
  const iso = value.replace(' ', 'T').replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  if (!iso.includes('T')) return iso;
  const hours = /T.*[+-]\d\d$/.test(iso) ? `${iso}:00` : iso;
  return /(?:Z|[+-]\d\d:\d\d)$/i.test(hours) ? hours : `${hours}Z`;
}

/** Returns `ORDER BY` with the id last, so that pages of a list neither overlap nor leave gaps. */
export function orderOf(order: SiteList['order']): string {
  const terms = order.map(({ column, direction, nulls }) => {
    return `${expressionOf(columnOf(column))} ${direction}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return `ORDER BY ${[...terms, 'id'].join(', ')}`;
}

export type Row = Record<string, string | boolean | null>;

/** Converts times to ISO 8601 and numbers to texts; columns that were not read are null. */
function answerOf(value: unknown): Row[string] {
  if (typeof value === 'number') return String(value);
  return value instanceof Date ? value.toISOString() : ((value ?? null) as Row[string]);
}

/** One request may change this many rows, which it locks. Each deletion also takes a lock of its path. */
const MAX_CHANGED_ROWS = 1_000;
/**
 * It follows the conditions of a change. It locks no more rows than `requireCount` needs to see, in one order, so that
 * two changes cannot deadlock.
 */
export const IN_ORDER_TO_CHANGE = `ORDER BY id LIMIT ${MAX_CHANGED_ROWS + 1}`;

export function requireCount(count: number, { single, maxAffected }: Pick<SiteFilters, 'single' | 'maxAffected'>) {
  if (single) requireSingle(count);
  if (count <= Math.min(maxAffected ?? MAX_CHANGED_ROWS, MAX_CHANGED_ROWS)) return;
  const affected = count > MAX_CHANGED_ROWS ? `more than ${MAX_CHANGED_ROWS}` : count;
  throw new ServiceError('PGRST124', { faults: [{ field: '', message: `The query affects ${affected} rows` }] });
}

export function requireSingle(count: number): void {
  if (count === 1) return;
  throw new ServiceError('PGRST116', { faults: [{ field: '', message: `The result contains ${count} rows` }] });
}
