/** Triggers take this function object, so a renamed or removed function breaks the build. */
export interface TriggerFunction {
  readonly name: string;
  /** A function in PL/pgSQL has `[DECLARE …] BEGIN … END`. */
  readonly body: string;
}

export interface Trigger {
  readonly name: string;
  /** States when it fires: `AFTER DELETE`, `AFTER UPDATE OF path`. */
  readonly on: string;
  /** Declares transition tables: `OLD TABLE AS old_rows`. */
  readonly referencing?: string;
  readonly forEach: 'ROW' | 'STATEMENT';
  readonly when?: string;
  readonly run: TriggerFunction;
}

/** A declaration has one table with everything that belongs to it. */
export interface TableDeclaration {
  readonly name: string;
  /** It has `CREATE TABLE`, then its indexes and first rows; statements end with a semicolon. */
  readonly sql: string;
  readonly triggers?: readonly Trigger[];
}

/** Creates the tables in this order, then their functions and triggers. */
export function createStatements(tables: readonly TableDeclaration[]): string[] {
  return [
    ...tables.map(({ sql }) => sql),
    ...functionsOf(tables).map(
      ({ name, body }) => `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$\n${body.trim()}\n$$`,
    ),
    ...tables.flatMap(({ name, triggers = [] }) => triggers.map((trigger) => createTrigger(name, trigger))),
  ];
}

function functionsOf(tables: readonly TableDeclaration[]): TriggerFunction[] {
  return [...new Set(tables.flatMap(({ triggers = [] }) => triggers.map(({ run }) => run)))];
}

function createTrigger(table: string, { name, on, referencing, forEach, when, run }: Trigger): string {
  return [
    `CREATE TRIGGER ${name} ${on} ON ${table}`,
    referencing && `REFERENCING ${referencing}`,
    `FOR EACH ${forEach}`,
    when && `WHEN (${when})`,
    `EXECUTE FUNCTION ${run.name}()`,
  ]
    .filter(Boolean)
    .join(' ');
}
