import type { DataSource } from 'typeorm';

/** Lists columns as entities define them and as they are, for a test: `<table> <column> <type> <nullable>`. */
export async function tableColumns(dataSource: DataSource): Promise<{ defined: string[]; actual: string[] }> {
  const rows = await dataSource.query<{ line: string }[]>(
    `SELECT concat_ws(' ', table_name, column_name,
       CASE data_type WHEN 'timestamp with time zone' THEN 'timestamptz' ELSE data_type END, is_nullable) AS line
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [dataSource.entityMetadatas.map(({ tableName }) => tableName)],
  );
  const defined = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map(({ databaseName, type, isArray, isNullable }) =>
      [tableName, databaseName, isArray ? 'ARRAY' : type, isNullable ? 'YES' : 'NO'].join(' '),
    ),
  );
  return { defined: defined.sort(), actual: rows.map(({ line }) => line).sort() };
}
