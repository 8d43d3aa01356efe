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
