import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { accessOf } from '../access/access.js';
import { Setting } from '../settings.js';
import { CALLS, DOCUMENT, type RouteDocument, type RouteMessage } from './documented.js';
import { errorComponents, operationOf, type Route, templateOf } from './operation.js';

/** `/openapi.json`: walks the controllers and describes each route by the schemas that check it. */
@Injectable()
export class OpenApi {
  constructor(
    private readonly discovery: DiscoveryService,
    @Setting('PRODUCT_NAME') private readonly productName: string,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
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
      info: { title: this.productName, version: '1' },
      servers: [{ url: this.origin }],
      components: {
        schemas: errorComponents(),
        securitySchemes: {
          apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
      paths,
    };
  }

  routes(): Route[] {
    return routesOf(this.discovery.getControllers().map(({ metatype }) => metatype as Type));
  }
}

export function routesOf(controllers: readonly Type[]): Route[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as object;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = Reflect.get(prototype, name) as object;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      // A catch-all route only refuses.
      if (method === undefined || method === RequestMethod.ALL) return [];
      const document = Reflect.getMetadata(DOCUMENT, handler) as RouteDocument | undefined;
      const calls = (Reflect.getMetadata(CALLS, handler) as RouteMessage[] | undefined) ?? [];
      const { level, scope, takesEditKeys = false } = accessOf(handler);
      if (!document || !level) throw new Error(`${controller.name}.${name} has no @Documented or no @Access`);
      const parts = [controller, handler].map((of) => Reflect.getMetadata(PATH_METADATA, of) as string);
      const path = parts.map((part) => part.replace(/^\/+|\/+$/g, '')).filter(Boolean);
      const verb = RequestMethod[method].toLowerCase();
      return [{ path: `/${path.join('/')}`, method: verb, name, access: level, scope, takesEditKeys, document, calls }];
    });
  });
}
