/** The part of JSON Schema that the schemas of routes use. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Member {
  name: string;
  type: string;
  required: boolean;
}

const MAX_DEPTH = 3;

/** Lists the members of an object. @param nested lists `a.b` and `a[].b` instead of `a`, where `a` has members */
export function membersOf(schema: Schema, nested = false, prefix = '', depth = 0): Member[] {
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) {
    const all = alternatives.map((one) => membersOf(one, nested, prefix, depth));
    const isNeeded = (name: string) =>
      all.every((members) => members.some((member) => member.name === name && member.required));
    const named = new Map(all.flat().map((member) => [member.name, member]));
    return [...named.values()].map((member) => ({ ...member, required: isNeeded(member.name) }));
  }
  if (schema.items && nested) return membersOf(schema.items, nested, `${prefix}[]`, depth);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const inner = nested && depth < MAX_DEPTH ? membersOf(member, nested, path, depth + 1) : [];
    return inner.length > 0 ? inner : [{ name: path, type: typeOf(member), required: required.includes(name) }];
  });
}

function typeOf({ type, format, items, anyOf, oneOf, ...schema }: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' | ');
  if (items) return `${typeOf(items)}[]`;
  const name = [type ?? 'any'].flat().join(' | ');
  return format ? `${name} (${format})` : name;
}
