import { z } from 'zod';
import { limits } from '../limits.js';

export const filterOperators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'is', 'in', 'ilike'] as const;

/** Columns and values are as the caller wrote them: the service checks both. */
const siteFilterSchema = z.object({
  column: z.string().max(128),
  operator: z.enum(filterOperators),
  /** There is one value, or several for `in`. */
  values: z.array(z.string()).max(1000),
});
export type SiteFilter = z.infer<typeof siteFilterSchema>;

/** `or=(a,and(b,c))`: a row matches one of the lists, and all filters in it. */
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
  /** `total` asks also for the number of rows; `totalOnly` for the number alone. */
  want: z.enum(['rows', 'rowsAndTotal', 'totalOnly']),
  /** There must be exactly one row, or the request is refused. */
  single: z.boolean(),
});
export type SiteList = z.infer<typeof siteListSchema>;

export const siteFiltersSchema = z.object({
  filters: filtersSchema,
  /** The answer has these columns of the rows; if absent it has nothing. */
  returning: columnsSchema.optional(),
  /** There must be exactly one row, or nothing is done. */
  single: z.boolean(),
  /** There may be at most this many rows, or nothing is done. */
  maxAffected: z.int().nonnegative().optional(),
});
export type SiteFilters = z.infer<typeof siteFiltersSchema>;

export const siteChangesSchema = siteFiltersSchema.extend({ changes: z.record(z.string().max(128), z.unknown()) });
export type SiteChanges = z.infer<typeof siteChangesSchema>;

/** The pages in the rows of one answer may have this size together; more are refused. */
export const rowsMaxBytes = 8 * limits.htmlMaxBytes;

interface AskedRows {
  columns?: readonly string[] | undefined;
  single: boolean;
  limit?: number | undefined;
  filters: readonly SiteCondition[];
}

/** Returns the most bytes that pages take in such an answer; without `html_content` it has none. */
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
