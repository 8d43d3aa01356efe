import { z } from 'zod';
import { limits } from '../limits.js';
import type { SiteColumn } from './site-columns.js';

/** What its owner may change of a site. */
export const writableSiteColumns = ['path', 'noindex', 'expires_at', 'last_modified'] as const satisfies SiteColumn[];

export const filterOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is', 'in', 'ilike'] as const;

/** Columns and values as the caller wrote them: the service checks both. */
const siteFilterSchema = z.object({
  column: z.string().max(128),
  operator: z.enum(filterOperators),
  /** One value; several for `in`. */
  values: z.array(z.string()).max(1000),
});
export type SiteFilter = z.infer<typeof siteFilterSchema>;

/** `or=(a,and(b,c))`: a row matches one of the lists, and with it all filters in it. */
const siteAlternativesSchema = z.object({
  anyOf: z.array(z.array(siteFilterSchema).min(1).max(20)).min(1).max(20),
});
const siteConditionSchema = z.union([siteFilterSchema, siteAlternativesSchema]);
export type SiteCondition = z.infer<typeof siteConditionSchema>;

const orderSchema = z.object({
  column: z.string().max(128),
  direction: z.enum(['asc', 'desc']),
  nulls: z.enum(['first', 'last']).optional(),
});

/** `*` stands for all columns. */
const columnsSchema = z.array(z.string().max(128)).max(50);
const filtersSchema = z.array(siteConditionSchema).max(50);

export const siteListSchema = z.object({
  columns: columnsSchema,
  filters: filtersSchema,
  order: z.array(orderSchema).max(20),
  limit: z.int().nonnegative().optional(),
  offset: z.int().nonnegative(),
  /** `total`: how many there are, too; `totalOnly`: that and no rows. */
  want: z.enum(['rows', 'rowsAndTotal', 'totalOnly']),
  /** Exactly one row, or it is refused. */
  single: z.boolean(),
});
export type SiteList = z.infer<typeof siteListSchema>;

export const siteFiltersSchema = z.object({
  filters: filtersSchema,
  /** What to answer of the rows; absent: nothing. */
  returning: columnsSchema.optional(),
  /** Exactly one row, or nothing is done. */
  single: z.boolean(),
  /** At most this many rows, or nothing is done. */
  maxAffected: z.int().nonnegative().optional(),
});
export type SiteFilters = z.infer<typeof siteFiltersSchema>;

export const siteChangesSchema = siteFiltersSchema.extend({ changes: z.record(z.string().max(128), z.unknown()) });
export type SiteChanges = z.infer<typeof siteChangesSchema>;

/** Pages that the rows of one answer have together at most; more are refused. */
export const rowsMaxBytes = 8 * limits.htmlMaxBytes;

interface AskedRows {
  columns?: readonly string[] | undefined;
  single: boolean;
  limit?: number | undefined;
  filters: readonly SiteCondition[];
}

/** Most bytes that the pages of an answer take which has these columns of these rows; without `html_content` it has none. */
export function pageBytesOf({ columns = [], single, limit = Infinity, filters }: AskedRows): number {
  const hasPages = columns.includes('html_content') || (single && columns.includes('*'));
  if (!hasPages) return 0;
  const named = filters.map((filter) => ('column' in filter ? rowsNamedBy(filter) : Infinity));
  return Math.min(limits.htmlMaxBytes * Math.min(single ? 1 : limit, ...named), rowsMaxBytes);
}

/** No two pages have the same id or path. */
function rowsNamedBy({ column, operator, values }: SiteFilter): number {
  const isNamed = (column === 'id' || column === 'path') && (operator === 'eq' || operator === 'in');
  return isNamed ? values.length : Infinity;
}
