import { getMetadataArgsStorage } from 'typeorm';

export interface TableColumn {
  name: string;
  type: string;
  isNullable: boolean;
}

export function columnsOf<Entity extends object>(entity: new () => Entity): Record<keyof Entity, TableColumn> {
  const columns = getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => [
      propertyName,
      { name: options.name ?? propertyName, type: String(options.type), isNullable: options.nullable === true },
    ]);
  return Object.fromEntries(columns) as Record<keyof Entity, TableColumn>;
}

/** Writes `path text COLLATE "C" NOT NULL`, … for the table of an entity. */
export function columnDefinitions(entity: new () => object): string[] {
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => {
      const { name = propertyName, type, collation, primary, nullable } = options;
      const value = options.default as string | number | boolean | (() => string) | undefined;
      return [
        `${name} ${String(type)}`,
        ...(collation === undefined ? [] : [`COLLATE "${collation}"`]),
        ...(primary ? ['PRIMARY KEY'] : nullable ? [] : ['NOT NULL']),
        ...(value === undefined ? [] : [`DEFAULT ${defaultOf(value)}`]),
      ].join(' ');
    });
}

/** As in TypeORM, a function returns an SQL expression, and a string is a value. */
function defaultOf(value: string | number | boolean | (() => string)): string {
  if (typeof value === 'function') return value();
  return typeof value === 'string' ? `'${value}'` : String(value);
}
