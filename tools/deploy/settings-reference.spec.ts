import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from '../common/workspace.js';
import { ourContainers, variablesOf } from './process-schemas.js';
import { settingsReference } from './settings-reference.js';

const file = join(root, 'docs/settings.md');

it('docs/settings.md is made of the schemas; HARU_WRITE_EDGE=1 writes it', () => {
  if (process.env['HARU_WRITE_EDGE']) writeFileSync(file, settingsReference());
  expect(readFileSync(file, 'utf8')).toBe(settingsReference());
});

it('docs/small-server.md lists at most 20 variables, which are read', () => {
  const text = readFileSync(join(root, 'docs/small-server.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name);
  const ofTheStart = ['ADMIN_EMAIL', 'BACKUP_TARGET', 'BACKUP_KEY', 'BACKUP_EVERY_HOURS', 'BACKUP_KEEP'];
  const known = new Set([...ourContainers.flatMap(variablesOf), ...ofTheStart]);
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
  expect(listed.length).toBeLessThanOrEqual(20);
});
