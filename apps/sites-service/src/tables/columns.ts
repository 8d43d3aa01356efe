import { type Caller, limits, type SiteColumn } from '@haru/contracts';
import { getMetadataArgsStorage } from 'typeorm';
import { Site, StoppedPath } from './pages/site.entity.js';

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

/** It is a row of a statement that renames nothing: `user_id` for `userId`. */
type RowOf<Entity> = { [Property in keyof Entity as SnakeCase<Property & string>]: Entity[Property] };
export type SiteRow = RowOf<Site>;

interface TableColumn {
  name: string;
  type: string;
  isNullable: boolean;
}

function columnsOf<Entity extends object>(entity: new () => Entity): Record<keyof Entity, TableColumn> {
  const columns = getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => [
      propertyName,
      { name: options.name ?? propertyName, type: String(options.type), isNullable: options.nullable === true },
    ]);
  return Object.fromEntries(columns) as Record<keyof Entity, TableColumn>;
}

export const sitesColumns = columnsOf(Site);
/**
 * These are the sites with the ids `$1`, for prepared statements. Each is found by its key: for a list, the plan that is
 * made while the table is small reads the whole table, and is kept while the table grows.
 */
export const SITES_BY_IDS = `unnest($1::uuid[]) AS given (given_id)
  CROSS JOIN LATERAL (SELECT * FROM sites WHERE id = given_id OFFSET 0) AS found`;
/** This SQL expression is the source of a row of `sites` or `deleted_sites` as it was pasted; null for files that were sent. */
export const PAGE_SOURCE = `(SELECT html FROM contents WHERE hash = content_hash)`;
/** This is null for HTML and for files that were sent. */
export const PAGE_FORMAT = `(SELECT format FROM contents WHERE hash = content_hash)`;
/** This is the HTML that viewers get of a row of `contents`; null for a component, whose page is in its tree. */
const SHOWN_HTML = `CASE WHEN format = 'component' THEN NULL ELSE coalesce(rendered, html) END`;
/** It says that `SHOWN_HTML` is Markdown, of which `PageRenderer` makes the HTML. It may be null. */
export const IS_UNRENDERED = `(format = 'markdown' AND rendered IS NULL)`;
/** These are the columns of `PageText` for a row of `contents`. */
export const SHOWN_TEXT = `${SHOWN_HTML} AS html, ${IS_UNRENDERED} AS "isUnrendered"`;
/** This is the HTML that viewers get if it is rendered; null for a tree. */
export const PAGE_HTML = `(SELECT ${SHOWN_HTML} FROM contents WHERE hash = content_hash)`;
/** These are the columns of `PageText` for a row that names its content. */
export const PAGE_TEXT = `${PAGE_HTML} AS html,
  (SELECT ${IS_UNRENDERED} FROM contents WHERE hash = content_hash) AS "isUnrendered"`;
/** This is the canonical form of a row's tree; null for a page that is one text. */
export const PAGE_TREE = `(SELECT files FROM trees WHERE hash = content_hash)`;
/** The wire shows the page as if it were a column of `sites`. */
export const HTML_COLUMN = 'html_content' satisfies SiteColumn;

/** This is null while the page is stopped: then it is evidence, which its owner does not get. */
export const OWN_PAGE_SOURCE = `CASE WHEN stopped_at IS NULL THEN ${PAGE_SOURCE} END`;

export const ACCESS_KEY_COLUMN = 'access_key' satisfies SiteColumn;
/** This names the key of a secret page; see `nameOf`. The database does not have the key. */
const ACCESS_NAME = `CASE WHEN visibility = 'secret' THEN id || '.' || access_generation END`;

/** It is only written: the table has its hash. */
export const PASSWORD_COLUMN = 'password' satisfies SiteColumn;

/** Writes columns of `sites` for a `SELECT` or `RETURNING`, for the owner or an operator with the service key. */
export function selectColumns(names: readonly string[], { role }: Pick<Caller, 'role'>): string {
  const computed: Partial<Record<string, string>> = {
    [HTML_COLUMN]: role === 'service_role' ? PAGE_SOURCE : OWN_PAGE_SOURCE,
    [ACCESS_KEY_COLUMN]: ACCESS_NAME,
    [PASSWORD_COLUMN]: 'NULL',
  };
  return names.map((name) => (computed[name] === undefined ? name : `${computed[name]} AS ${name}`)).join(', ');
}

/** Writes a time in SQL as a `Date` is in JSON. */
export function isoTime(time: string): string {
  return `to_char((${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Writes in SQL whether a row of `deleted_sites` is still kept for its owner at `now`. */
export function isKept(now: string): string {
  return `deleted_at > ${now}::timestamptz - make_interval(days => ${limits.deletedKeptDays})`;
}

export const stoppedPathsColumns = columnsOf(StoppedPath);

/** Writes `user_id AS "userId", …` for a statement whose rows are read by property. */
export function selectAs<Property extends string>(
  table: Record<Property, TableColumn>,
  properties: readonly Property[],
): string {
  return properties.map((property) => `${table[property].name} AS "${property}"`).join(', ');
}
