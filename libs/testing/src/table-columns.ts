import type { DataSource } from 'typeorm';

/** Tables of libs and of TypeORM, which have no entity. */
const ofLibs = ['deleted_accounts', 'inbox', 'migrations', 'outbox', 'processed_events'];

/**
 * The columns of all tables, as entities define them and as they are: `<table> <column> <type> <nullable>`. A test
 * compares the two.
 */
export async function tableColumns(dataSource: DataSource): Promise<{ defined: string[]; actual: string[] }> {
  const rows = await dataSource.query<{ line: string }[]>(
    `SELECT concat_ws(' ', table_name, column_name,
       CASE data_type WHEN 'timestamp with time zone' THEN 'timestamptz' ELSE data_type END, is_nullable) AS line
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> ALL ($1)`,
    [ofLibs],
  );
  const defined = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map(({ databaseName, type, isArray, isNullable }) =>
      [tableName, databaseName, isArray ? 'ARRAY' : type, isNullable ? 'YES' : 'NO'].join(' '),
    ),
  );
  return { defined: defined.sort(), actual: rows.map(({ line }) => line).sort() };
}
