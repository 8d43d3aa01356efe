import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../common/workspace.js';

const serviceSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.unknown().optional(),
  profiles: z.array(z.string()),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  mem_limit: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
type ComposeService = z.output<typeof serviceSchema>;

/** The services of docker-compose.yml, with `${VARIABLE:-default}` unresolved. */
export function composeServices(): Record<string, ComposeService> {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  return z
    .object({ services: z.record(z.string(), serviceSchema) })
    .parse(parse(text, { merge: true, maxAliasCount: -1 })).services;
}

/** The variables that docker-compose.yml takes from .env, with their defaults. A variable with two defaults has both. */
export function composeVariables(): Map<string, string[]> {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const found = new Map<string, Set<string>>();
  for (const [, name = '', otherwise = ''] of text.matchAll(/(?<!\$)\$\{(\w+):-([^}]*)\}/g)) {
    found.set(name, (found.get(name) ?? new Set()).add(otherwise));
  }
  return new Map([...found].map(([name, defaults]) => [name, [...defaults]]));
}

/** The environment of a container when .env sets nothing. */
export function withDefaults(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );
}

/** The variables of .env.example. */
export function exampleVariables(): Map<string, string> {
  const lines = readFileSync(join(root, '.env.example'), 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value ?? '']];
    }),
  );
}
