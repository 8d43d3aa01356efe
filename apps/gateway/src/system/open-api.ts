import { functionErrorSchema } from '@haru/contracts';
import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { z } from 'zod';
import { ACCESS, type AccessLevel } from '../access/access.js';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';
import { DOCUMENT, type RouteDocument } from './documented.js';

interface Route {
  path: string;
  method: string;
  access: AccessLevel;
  document: RouteDocument;
}

/** `/openapi.json`: walks the controllers and describes each route by the schemas that check it. */
@Injectable()
export class OpenApi {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    @Inject(GATEWAY_ENV) private readonly env: GatewayEnv,
  ) {}

  document(): object {
    const paths: Record<string, Record<string, object>> = {};
    for (const route of this.routes()) (paths[route.path] ??= {})[route.method] = describe(route);
    return {
      openapi: '3.1.0',
      info: { title: this.env.PRODUCT_NAME, version: '1' },
      servers: [{ url: this.env.PUBLIC_ORIGIN }],
      components: {
        securitySchemes: {
          apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
      paths,
    };
  }

  /** Every route of every controller. */
  routes(): Route[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (typeof instance !== 'object' || instance === null || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as object;
      const base = Reflect.getMetadata(PATH_METADATA, metatype) as string;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = Reflect.get(prototype, name) as object;
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        // A catch-all only refuses.
        if (method === undefined || method === RequestMethod.ALL) return [];
        const own = Reflect.getMetadata(PATH_METADATA, handler) as string;
        const document = Reflect.getMetadata(DOCUMENT, handler) as RouteDocument | undefined;
        if (!document) throw new Error(`${metatype.name}.${name} is not @Documented`);
        return [
          {
            path: `/${[base, own]
              .map((part) => part.replace(/^\/+|\/+$/g, ''))
              .filter(Boolean)
              .join('/')}`,
            method: RequestMethod[method].toLowerCase(),
            access: Reflect.getMetadata(ACCESS, handler) as AccessLevel,
            document,
          },
        ];
      });
    });
  }
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

function describe({ access, document }: Route): object {
  const { summary, body, query, answer, status = 200 } = document;
  return {
    summary,
    security: security[access],
    ...(query ? { parameters: parametersOf(query) } : {}),
    ...(body ? { requestBody: { required: true, content: jsonOf(body, 'input') } } : {}),
    responses: {
      [status]: { description: 'Success', ...(answer ? { content: jsonOf(answer, 'output') } : {}) },
      default: { description: 'Refused', content: jsonOf(functionErrorSchema, 'output') },
    },
  };
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): object {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}

function parametersOf(query: z.ZodType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
