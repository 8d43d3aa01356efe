import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS, type AccessLevel } from '../access/access.js';
import { GATEWAY_ENV, type GatewayEnv } from '../config.js';
import { DOCUMENT, type RouteDocument } from './documented.js';
import { operationOf, type Route, templateOf } from './operation.js';

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
    const names = new Set<string>();
    for (const route of this.routes()) {
      if (names.has(route.name)) throw new Error(`two routes are named ${route.name}`);
      names.add(route.name);
      (paths[templateOf(route.path)] ??= {})[route.method] = operationOf(route);
    }
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
            name,
            access: Reflect.getMetadata(ACCESS, handler) as AccessLevel,
            document,
          },
        ];
      });
    });
  }
}
