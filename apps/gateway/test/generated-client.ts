import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import type { RunningSystem } from './start-system.js';

interface Parameter {
  name: string;
  in: string;
}
interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, unknown>;
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

interface CallOptions {
  client: unknown;
  path: Record<string, string>;
  body?: object;
}
type GeneratedCall = (options: CallOptions) => Promise<{ response: Response; error?: unknown }>;

export interface Call {
  name: string;
  path: string;
  /** The request is shown without the origin. */
  sent: string;
  status: number;
  documented: string[];
  /** This is the body of a refusal. */
  error: unknown;
}

/** These routes would refuse any other body. */
const bodies: Record<string, object> = {
  createSite: { html_content: '<p>generated' },
  submitFeedback: { type: 'quick_like' },
  submitBugReport: { type: 'quick_like' },
};

/** Generates a client from the system's OpenAPI document, as a user of the API would, and calls every route once. */
export async function callEveryRoute(system: RunningSystem, document: OpenApiDocument): Promise<Call[]> {
  const folder = await mkdtemp(join(tmpdir(), 'haru-client-'));
  try {
    // The generator changes the document it is given.
    await createClient({ input: structuredClone({ ...document }), output: folder, logs: { level: 'silent' } });
    const sdk = (await import(join(folder, 'sdk.gen.ts'))) as Record<string, GeneratedCall>;
    const clients = (await import(join(folder, 'client/client.gen.ts'))) as {
      createClient: (config: object) => unknown;
    };
    const calls: Call[] = [];
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) calls.push(await callOnce(operation, path));
    }
    return calls;

    async function callOnce(operation: Operation, path: string) {
      const { operationId, security, parameters = [], requestBody, responses } = operation;
      let sent = '';
      const token = await tokenFor(security, system);
      const client = clients.createClient({
        baseUrl: system.origin,
        redirect: 'manual',
        auth: ({ type }: { type: string }) => (type === 'http' ? token : system.anonKey),
        fetch: (request: Request) => {
          sent = request.url.slice(system.origin.length);
          return fetch(request);
        },
      });
      const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      const call = sdk[operationId];
      if (!call) throw new Error(`the generated client has no ${operationId}`);
      const { response, error } = await call({
        client,
        path: Object.fromEntries(names.map((name) => [name, randomUUID()])),
        ...(requestBody ? { body: bodies[operationId] ?? {} } : {}),
      });
      return { name: operationId, path, sent, status: response.status, documented: Object.keys(responses), error };
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Routes that accept only a bearer get the service key; each route that takes a session gets its own. */
async function tokenFor(security: Record<string, unknown>[], system: RunningSystem): Promise<string | undefined> {
  if (security.length > 0 && security.every(({ bearer, apikey }) => bearer && !apikey)) return system.serviceRoleKey;
  return security.some(({ bearer }) => bearer) ? (await system.signUp()).access_token : undefined;
}
