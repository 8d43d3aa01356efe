import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@haru/contracts';
import { expect, it } from '@jest/globals';

const source = readdirSync(join(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))
  .join('\n');

/** Services send these to each other. */
const internal = ['siteInternalMessages', 'caseInternalMessages', 'staffInternalMessages', 'mailInternalMessages'];
const names = Object.entries(contracts)
  .filter(([group]) => group.endsWith('Messages') && !internal.includes(group))
  .flatMap(([group, messages]) => Object.keys(messages).map((name) => `${group}.${name}`));

it.each(names)('%s is called by the gateway', (name) => {
  expect(source).toMatch(new RegExp(`\\b${name.replace('.', '\\.')}\\b`));
});
