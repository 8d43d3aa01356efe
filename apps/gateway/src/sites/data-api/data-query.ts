import { filterOperators, ServiceError, type SiteCondition, type SiteFilter, type SiteList } from '@haru/contracts';

/** The query is parsed but not checked: the service checks columns and values. */
export interface DataQuery {
  columns: string[];
  filters: SiteCondition[];
  order: SiteList['order'];
  limit: number | undefined;
  offset: number;
}

const columnName = /^[a-z_][a-z0-9_]*$/i;
/** A repeated parameter is refused, because only its last value would count. */
const once = ['select', 'order', 'limit', 'offset'];

/**
 * Parses the grammar of the data API (https://docs.postgrest.org/en/v13/references/api/tables_views.html) as far as the
 * contract supports it.
 * @throws ServiceError PGRST100 for everything else, PGRST200 for embedding
 */
export function readDataQuery(url: string): DataQuery {
  const queryAt = url.indexOf('?');
  const parameters = new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt + 1));
  for (const name of once) if (parameters.getAll(name).length > 1) throw unreadable(`"${name}" is given twice`);
  return {
    columns: columnsOf(parameters.get('select') ?? '*'),
    filters: [...parameters].filter(([name]) => !once.includes(name)).map(([name, value]) => conditionOf(name, value)),
    order: orderOf(parameters.get('order')),
    limit: countOf('limit', parameters.get('limit')),
    offset: countOf('offset', parameters.get('offset')) ?? 0,
  };
}

/** Applies `Range: 0-9` if neither limit nor offset is given. */
export function withRange(query: DataQuery, range: string | undefined): DataQuery {
  if (range === undefined || query.limit !== undefined || query.offset > 0) return query;
  const [, from, to] = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(range) ?? [];
  if (from === undefined) throw unreadable(`"${range}" is not a range`);
  const offset = Number(from);
  if (to !== undefined && Number(to) < offset) throw new ServiceError('PGRST103');
  return { ...query, offset, limit: to === undefined ? undefined : Number(to) - offset + 1 };
}

function columnsOf(select: string): string[] {
  if (/[()]/.test(select)) throw new ServiceError('PGRST200');
  const columns = select.split(',').map((name) => name.trim().replaceAll('"', ''));
  for (const column of columns) {
    if (column !== '*' && !columnName.test(column)) throw unreadable(`"${column}" cannot be selected`);
  }
  return columns;
}

function conditionOf(name: string, text: string): SiteCondition {
  return name === 'or' ? { anyOf: membersOf(text).map(alternativeOf) } : filterOf(name, text);
}

/** Parses `title.eq.a` or `and(title.eq.a,id.gt.b)`; groups nest no deeper. */
function alternativeOf(text: string): SiteFilter[] {
  const members = text.startsWith('and(') ? membersOf(text.slice('and'.length)) : [text];
  return members.map((member) => {
    const dot = member.indexOf('.');
    const filter = filterOf(member.slice(0, Math.max(0, dot)), member.slice(dot + 1));
    return filter.operator === 'in' ? filter : { ...filter, values: filter.values.map(unquoted) };
  });
}

/** Splits the content of a group's brackets at commas outside of quotes and inner brackets. */
function membersOf(text: string): string[] {
  const members = text.startsWith('(') && text.endsWith(')') ? splitAtCommas(text.slice(1, -1)) : [];
  if (members.length === 0 || members.includes('')) throw unreadable(`"${text}" is not a group of filters`);
  return members;
}

function splitAtCommas(text: string): string[] {
  const members = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|./gs)) {
    depth += Number(token === '(') - Number(token === ')');
    if (token === ',' && depth === 0) members.push('');
    else members[members.length - 1] += token;
    // This quote is not closed.
    if (depth < 0 || token === '"') return [];
  }
  return depth === 0 ? members : [];
}

/** Values with commas or brackets stand in quotes. */
function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value;
}

function filterOf(column: string, text: string): SiteFilter {
  if (!columnName.test(column)) throw unreadable(`"${column}" is not a column`);
  const dot = text.indexOf('.');
  const operator = filterOperators.find((name) => name === text.slice(0, Math.max(0, dot)));
  // Nothing is guessed: `and`, `not.eq`, `like` and a bare value are all refused.
  if (!operator || column === 'or' || column === 'and') throw unreadable(`"${column}=${text}" is not a filter`);
  const value = text.slice(dot + 1);
  return { column, operator, values: operator === 'in' ? listOf(value) : [value] };
}

/** Parses `(a,"b,c",d)`. */
function listOf(text: string): string[] {
  if (!text.startsWith('(') || !text.endsWith(')')) throw unreadable(`"${text}" is not a list`);
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  const item = /(?:"((?:[^"\\]|\\.)*)"|([^",()]*))(,|$)/y;
  const values: string[] = [];
  for (;;) {
    const match = item.exec(inner);
    if (!match) throw unreadable(`"${text}" is not a list`);
    values.push(match[1]?.replaceAll(/\\(.)/g, '$1') ?? match[2] ?? '');
    if (match[3] === '') return values;
  }
}

function orderOf(text: string | null): SiteList['order'] {
  if (text === null || text === '') return [];
  return text.split(',').map((item) => {
    const [, column, direction, nulls] = /^([a-z_]+)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(item) ?? [];
    if (column === undefined) throw unreadable(`"${item}" is not an order`);
    return {
      column,
      direction: direction === 'desc' ? 'desc' : 'asc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : undefined,
    };
  });
}

function countOf(name: string, text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw unreadable(`"${name}=${text}" is not a count`);
  return Number(text);
}

function unreadable(message: string): ServiceError {
  return new ServiceError('PGRST100', { message: `failed to parse the query: ${message}` });
}
