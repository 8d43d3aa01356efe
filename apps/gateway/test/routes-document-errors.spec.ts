import * as contracts from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import { AppModule } from '../src/app.module.js';
import { authApiVersion, dialectOf, errorAnswer } from '../src/http-errors/api-dialects.js';
import { routesOf } from '../src/open-api/open-api.js';
import { codeIn, operationOf } from '../src/open-api/operation.js';

type Messages = Record<string, contracts.MessageContract>;
interface Operation {
  responses: Record<string, { description: string }>;
}

const features = Reflect.getMetadata(MODULE_METADATA.IMPORTS, AppModule) as Type[];
const controllers = features.flatMap(
  (feature) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, feature) ?? []) as Type<object>[],
);

const handlers = new Map(
  controllers.flatMap(({ prototype }: { prototype: object }) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(([name, { value }]) => [name, String(value)]),
  ),
);

describe.each(routesOf(controllers))('$method $path', (route) => {
  it('lists the messages that its handler sends', () => {
    const sent = [...(handlers.get(route.name) ?? '').matchAll(/(\w+Messages)\.(\w+)/g)].map(
      ([, group = '', name = '']) => (Reflect.get(contracts, group) as Messages)[name]?.pattern,
    );
    expect(route.calls.map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(sent));
  });

  it('documents every error of their contracts', () => {
    const { responses } = operationOf(route) as Operation;
    for (const code of route.calls.flatMap(({ errors }) => errors)) {
      const answer = errorAnswer(dialectOf(route.path), new contracts.ServiceError(code), {
        apiVersion: authApiVersion,
      });
      expect(responses[answer.status]?.description.split(/[ ,]+/)).toContain(codeIn(answer.body));
    }
  });
});
