import { z } from 'zod';

/** These are the columns of `sites` on the wire, with their types in Postgres. Rows and schemas derive from them. */
export const siteColumns = {
  id: 'uuid',
  user_id: 'uuid',
  title: 'text',
  path: 'text',
  /** It is null in lists: the page itself is given if it is named, and if one row is requested. */
  html_content: 'text',
  storage_path: 'text',
  is_active: 'boolean',
  noindex: 'boolean',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  last_modified: 'timestamptz',
  stopped_reason: 'text',
  /** The account was temporary when it published and is not registered yet: search engines may not index the page. */
  owner_unconfirmed: 'boolean',
  /** Visitors first see that the page is being checked, and search engines may not index it. */
  under_review: 'boolean',
  /** It increases with each change of the page: `eq` makes a change conditional. */
  version: 'integer',
  /** The page has an origin of its own, or had one. */
  had_own_origin: 'boolean',
  /** It is a `Visibility`. */
  visibility: 'text',
  /** The address of a secret page has it. Writing null replaces it, so that the old address stops working. */
  access_key: 'text',
  /** It is written together with the visibility `password`, and is always null when it is read. */
  password: 'text',
} as const;
export type SiteColumn = keyof typeof siteColumns;

/** The owner may change these columns to these values. It is a function, so that the web app's bundle has no zod. */
export const plainColumns = () =>
  ({ noindex: z.boolean('invalid input syntax for type boolean') }) satisfies Partial<Record<SiteColumn, z.ZodType>>;
/** The owner may change these, too. sites-service has a rule for each. */
export const specialColumns = [
  'path',
  'expires_at',
  'last_modified',
  'visibility',
  'password',
  'access_key',
] as const satisfies readonly SiteColumn[];
export type WritableSiteColumn = keyof ReturnType<typeof plainColumns> | (typeof specialColumns)[number];

/** `*` selects all columns but these: it answers what clients of the first release know. */
const onlyByName: readonly SiteColumn[] = ['had_own_origin', 'visibility', 'access_key', 'password'];

export function isOnlyByName(column: SiteColumn): boolean {
  return onlyByName.includes(column);
}

const nullable = ['html_content', 'stopped_reason', 'access_key', 'password'] as const satisfies SiteColumn[];
type Nullable = (typeof nullable)[number];
/** JSON represents a column of this type so. */
interface JsonTypes {
  boolean: boolean;
  integer: number;
}
const jsonTypes: Partial<Record<string, string>> = { boolean: 'boolean', integer: 'number' };
type TypeOf<Column extends SiteColumn> = (typeof siteColumns)[Column];
type ValueOf<Column extends SiteColumn> = TypeOf<Column> extends keyof JsonTypes ? JsonTypes[TypeOf<Column>] : string;

/** Times in a row of `sites` are ISO 8601. */
export type SiteRow = { [Column in SiteColumn]: ValueOf<Column> | (Column extends Nullable ? null : never) };

export function isNullableSiteColumn(column: SiteColumn): boolean {
  return nullable.some((name) => name === column);
}

/** Tells whether a column can have this value, as far as JSON shows. */
export function isSiteValue(column: SiteColumn, value: unknown): boolean {
  if (value === null) return isNullableSiteColumn(column);
  return typeof value === (jsonTypes[siteColumns[column]] ?? 'string');
}
