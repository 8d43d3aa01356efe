type SnakeCase<Name> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Rest>}`
  : Name;

type SnakeCased<Value> = { [Name in keyof Value as SnakeCase<Name>]: Value[Name] };

/**
 * Names the members as HTTP answers do: `createdAt` becomes `created_at`. Members of members keep their names. With the
 * shape of a schema it gives the shape of these answers.
 */
export function snakeCased<Value extends object>(value: Value): SnakeCased<Value> {
  const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const members = Object.entries(value).map(([name, member]) => [snakeCase(name), member] as const);
  return Object.fromEntries(members) as SnakeCased<Value>;
}
