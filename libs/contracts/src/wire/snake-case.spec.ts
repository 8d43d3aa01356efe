import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { snakeCased } from './snake-case.js';

it('names the members of a value, and of a schema, as HTTP answers do', () => {
  const value = { id: 1, createdAt: '2026', lastUsedNetwork: null, link: { isOpen: true } };
  const shown = { id: 1, created_at: '2026', last_used_network: null, link: { isOpen: true } };
  expect(snakeCased(value)).toEqual(shown);
  const schema = z.object({ id: z.int(), lastUsedOn: z.string().nullable() });
  expect(z.strictObject(snakeCased(schema.shape)).parse({ id: 1, last_used_on: null })).toEqual({
    id: 1,
    last_used_on: null,
  });
});
