import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processEnvSchema } from '@haru/service-runtime';
import type { z } from 'zod';
import { root } from '../common/workspace.js';
import { fieldsIn, ourContainers, schemas } from './process-schemas.js';

/** The comments of the schemas are in these files. */
const sources = [
  'apps/*/src/config.ts',
  'apps/sites-service/src/storage/html-storage/storage-env.ts',
  'libs/service-runtime/src/env/*.ts',
  'libs/contracts/src/**/*.ts',
];

/** Returns docs/settings.md: every variable, who reads it, its default, and the comment of its schema. */
export function settingsReference(): string {
  const code = globSync(sources, { cwd: root })
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const readers = new Map<string, { schema: z.ZodType | undefined; names: string[] }>();
  const read = (name: string, schema: z.ZodType): void => {
    for (const [variable, field] of Object.entries(fieldsIn(schema))) {
      const known = readers.get(variable);
      if (known) known.names.push(name);
      else readers.set(variable, { schema: field, names: [name] });
    }
  };
  for (const container of ourContainers) read(container, schemas[container]);
  read('all processes', processEnvSchema);
  const entries = [...readers].sort(([one], [other]) => one.localeCompare(other, 'en'));
  const lines = entries.map(([variable, { schema, names }]) => {
    const comment = commentOf(variable, code);
    return `- \`${variable}\` (${names.join(', ')}; ${defaultOf(schema)})${comment ? `: ${comment}` : ''}`;
  });
  return `# Settings

All variables that the processes read, with their readers and defaults. \`HARU_WRITE_EDGE=1\` with the tests of \`tools\` writes this
file from the schemas. [small-server.md](small-server.md) has those that a small server needs.

${lines.join('\n')}
`;
}

function defaultOf(schema: z.ZodType | undefined): string {
  const parsed = schema?.safeParse(undefined);
  if (parsed?.success === false) return 'required';
  if (parsed?.data === undefined) return 'optional';
  return `default \`${JSON.stringify(parsed.data)}\``;
}

function commentOf(variable: string, code: string): string {
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${variable}:`).exec(code)?.[1] ?? '';
  return comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim();
}
