import { getMetadataArgsStorage } from 'typeorm';
import { Site } from './site.entity.js';
import { StoppedPath } from './stopped-path.entity.js';

/** A column as statements name it, with its type in Postgres. */
export interface TableColumn {
  name: string;
  type: string;
  isNullable: boolean;
}

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : '';

/** A row as a statement answers it that renames nothing: `user_id` for `userId`. */
export type RowOf<Entity> = { [Property in keyof Entity as SnakeCase<Property & string>]: Entity[Property] };
export type SiteRow = RowOf<Site>;

/** The columns of an entity's table, by property. */
function columnsOf<Entity extends object>(entity: new () => Entity): Record<keyof Entity, TableColumn> {
  const columns = getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => [
      propertyName,
      { name: options.name ?? propertyName, type: String(options.type), isNullable: options.nullable === true },
    ]);
  return Object.fromEntries(columns) as Record<keyof Entity, TableColumn>;
}

export const sitesTable = columnsOf(Site);
export const stoppedPathsTable = columnsOf(StoppedPath);

/** `user_id AS "userId", …` for a statement whose rows are read by property. */
export function selectAs<Property extends string>(
  table: Record<Property, TableColumn>,
  properties: readonly Property[],
): string {
  return properties.map((property) => `${table[property].name} AS "${property}"`).join(', ');
}
