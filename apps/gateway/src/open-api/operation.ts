import { z } from 'zod';
import type { AccessLevel } from '../access/access.js';
import { errorSchemas } from '../http-errors/error-schemas.js';
import { dialectOf } from '../http-errors/api-dialects.js';
import type { RouteDocument } from './documented.js';

export interface Route {
  /** As the router has it: `/auth/v1/factors/:factorId`. */
  path: string;
  method: string;
  /** The handler's name, which is unique among all routes. */
  name: string;
  access: AccessLevel;
  document: RouteDocument;
}

const apikey = { apikey: [] };
const bearer = { bearer: [] };
/** What goes along with a request; of several, one is enough. */
const security: Record<AccessLevel, object[]> = {
  open: [],
  key: [apikey],
  caller: [apikey, { ...apikey, ...bearer }],
  account: [{ ...apikey, ...bearer }],
  // Here the key in `apikey` counts for nothing.
  service: [bearer],
  role: [bearer],
};

const uuid = { type: 'string', format: 'uuid' };
/** Path parameters that are no UUID. */
const textParameters = ['bucket', 'site'];

const authHeadersSchema = z.object({
  'X-Supabase-Api-Version': z.string().optional().describe('From 2024-01-01 on, errors carry their code as a string.'),
});

/** `/a/:id` as OpenAPI writes it: `/a/{id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** A route as an OpenAPI operation. */
export function operationOf({ path, name, access, document }: Route): object {
  const { summary, body, query, headers, answer, status = 200, otherAnswers = {}, mediaTypes } = document;
  const surface = dialectOf(path);
  const parameters = [
    ...pathParametersOf(path),
    ...(query ? parametersOf(query, 'query') : []),
    ...(surface === 'auth' ? parametersOf(authHeadersSchema, 'header') : []),
    ...(headers ? parametersOf(headers, 'header') : []),
  ];
  const answerOf = (schema: z.ZodType | undefined, description = 'Success') => ({
    description,
    ...(schema ? { content: contentOf(schema, 'output', mediaTypes) } : {}),
  });
  return {
    operationId: name,
    summary,
    tags: [surface === 'plain' ? path.split('/')[1] : surface],
    security: security[access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !body.safeParse({}).success, content: contentOf(body, 'input') } } : {}),
    responses: {
      [status]: answerOf(answer),
      ...Object.fromEntries(Object.entries(otherAnswers).map(([other, schema]) => [other, answerOf(schema)])),
      default: { description: 'Refused', content: contentOf(errorSchemas[surface], 'output') },
    },
  };
}

function contentOf(schema: z.ZodType, io: 'input' | 'output', mediaTypes = ['application/json'] as readonly string[]) {
  const media = { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) };
  return Object.fromEntries(mediaTypes.map((type) => [type, media]));
}

function pathParametersOf(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: textParameters.includes(name) ? { type: 'string' } : uuid,
  }));
}

function parametersOf(schema: z.ZodType, place: 'query' | 'header'): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member,
  }));
}
