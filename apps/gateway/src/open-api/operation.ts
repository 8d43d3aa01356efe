import { type Scope, ServiceError } from '@haru/contracts';
import { z } from 'zod';
import type { AccessLevel } from '../access/access.js';
import { type ApiDialect, authApiVersion, dialectOf, errorAnswer } from '../http-errors/api-dialects.js';
import { errorSchemas } from '../http-errors/error-schemas.js';
import type { RouteDocument, RouteMessage } from './documented.js';

export interface Route {
  /** The path has the router's form: `/auth/v1/factors/:factorId`. */
  path: string;
  method: string;
  /** The name is the handler's, which is unique among all routes. */
  name: string;
  access: AccessLevel;
  /** API keys need this scope; without one the route takes sessions only. */
  scope: Scope | 'any' | undefined;
  takesEditKeys: boolean;
  document: RouteDocument;
  calls: readonly RouteMessage[];
}

const apikey = { apikey: [] };
const bearer = { bearer: [] };
const both = { ...apikey, ...bearer };
/** A request needs one of these. A missing key counts as the public one. */
const security: Record<AccessLevel, object[]> = {
  open: [],
  key: [{}, apikey],
  caller: [{}, bearer, apikey, both],
  account: [bearer, both],
  // Here the key in `apikey` counts for nothing.
  service: [bearer],
  role: [bearer],
};

const uuid = { type: 'string', format: 'uuid' };
/** These path parameters are no UUID. */
const textParameters = ['bucket', 'site', 'path', 'file', 'folder', 'page'];

const authHeadersSchema = z.object({
  'X-Supabase-Api-Version': z.string().optional().describe('From 2024-01-01 on, errors carry their code as a string.'),
});

/** OpenAPI writes `/a/:id` as `/a/{id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

export function operationOf({ path, name, access, scope, takesEditKeys, document, calls }: Route): object {
  const { summary, body, query, headers, answer, status = 200, otherAnswers = {}, mediaTypes } = document;
  const dialect = dialectOf(path);
  const refusals = refusalsOf([...calls, { errors: document.refusals ?? [] }], dialect);
  const parameters = [
    ...pathParametersOf(path),
    ...(query ? parametersOf(query, 'query') : []),
    ...(dialect === 'auth' ? parametersOf(authHeadersSchema, 'header') : []),
    ...(headers ? parametersOf(headers, 'header') : []),
  ];
  const answerOf = (schema: z.ZodType | undefined, description = 'Success') => ({
    description,
    ...(schema ? { content: contentOf(schema, 'output', mediaTypes) } : {}),
  });
  return {
    operationId: name,
    summary,
    ...(scope ? { description: keysText(scope, takesEditKeys) } : {}),
    tags: [dialect === 'plain' ? path.split('/')[1] : dialect],
    security: security[access].filter((needs) => 'apikey' in needs || (dialect !== 'rest' && dialect !== 'storage')),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: { required: !body.safeParse({}).success, content: contentOf(body, 'input', document.bodyTypes) },
        }
      : {}),
    responses: {
      [status]: answerOf(answer),
      ...Object.fromEntries(Object.entries(otherAnswers).map(([other, schema]) => [other, answerOf(schema)])),
      ...Object.fromEntries([...refusals].map(([refused, codes]) => [refused, refusalOf(dialect, [...codes].sort())])),
      default: refusalOf(dialect, []),
    },
  };
}

function keysText(scope: NonNullable<Route['scope']>, takesEditKeys: boolean): string {
  return `Takes API keys with the scope ${scope}${takesEditKeys ? ', and edit keys of the page' : ''}.`;
}

/** The services may refuse with these codes, as this dialect names them, by HTTP status. */
function refusalsOf(calls: readonly Pick<RouteMessage, 'errors'>[], dialect: ApiDialect): Map<number, Set<string>> {
  const byStatus = new Map<number, Set<string>>();
  for (const code of calls.flatMap(({ errors }) => errors)) {
    const { status, body } = errorAnswer(dialect, new ServiceError(code), { apiVersion: authApiVersion });
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(codeIn(body)));
  }
  return byStatus;
}

/** A client of any dialect reads this code from an error. */
export function codeIn(body: Record<string, unknown>): string {
  return String(body['code'] ?? body['error']);
}

function refusalOf(dialect: ApiDialect, codes: readonly string[]): object {
  return {
    description: codes.length > 0 ? `Refused: ${codes.join(', ')}` : 'Refused',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${dialect}Error` } } },
  };
}

/** The document's components hold the error schema of each dialect. */
export function errorComponents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errorSchemas).map(([dialect, schema]) => [`${dialect}Error`, z.toJSONSchema(schema)]),
  );
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
