import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMigratedDatabase, query, type TestDatabase } from '@haru/testing';
import { BY_PATHS } from '../src/sites/site-visibility.js';
import { SITES_BY_IDS } from '../src/tables/columns.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase(new URL('../src/migrate.ts', import.meta.url));
}, 60_000);
afterAll(() => database.drop());

it.each([
  ['ids', `SELECT id, path FROM ${SITES_BY_IDS}`],
  ['paths', BY_PATHS],
])('finds sites by %s through an index in a plan that is made while the table is empty', async (_by, statement) => {
  const lines = await query(database.url, `EXPLAIN (GENERIC_PLAN) ${statement}`);
  const plan = JSON.stringify(lines);
  expect(plan).toMatch(/Index Scan using \w+ on sites/);
  expect(plan).not.toContain('Seq Scan');
});
