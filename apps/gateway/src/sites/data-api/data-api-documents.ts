import { filterOperators, siteColumns, siteRowSchema } from '@haru/contracts';
import { z } from 'zod';
import { objectType } from './data-api-request.js';

const filter = z
  .string()
  .optional()
  .describe(`operator.value; operators: ${filterOperators.join(', ')}`);
const filters = Object.fromEntries(Object.keys(siteColumns).map((column) => [column, filter]));
const select = z.string().optional().describe('Columns, separated by commas; * for all.');
const order = z.string().optional().describe('column.asc or column.desc, with .nullsfirst or .nullslast');
const or = z.string().optional().describe('(filter,filter,and(filter,filter)): rows that match one of them');
const natural = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional();
const prefer = z.string().optional();

const rowsSchema = z.union([z.array(siteRowSchema.partial()), siteRowSchema.partial()]);
const mediaTypes = ['application/json', objectType];

export const countDocument = {
  query: z.object({ select, order, limit: natural, offset: natural, or, ...filters }),
  headers: z.object({ Prefer: prefer.describe('count=exact'), Range: z.string().optional().describe('0-9') }),
};

export const listDocument = {
  ...countDocument,
  answer: rowsSchema,
  otherAnswers: { 206: rowsSchema },
  mediaTypes,
};

export const changeDocument = {
  query: z.object({ select, or, ...filters }),
  headers: z.object({ Prefer: prefer.describe('return=representation, count=exact, max-affected=1, handling=strict') }),
  status: 204,
  otherAnswers: { 200: rowsSchema },
  mediaTypes,
};
