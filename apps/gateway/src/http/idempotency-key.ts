import { limits, ServiceError } from '@haru/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** `/openapi.json` shows this schema. */
export const idempotencyHeadersSchema = z.object({
  'Idempotency-Key': z
    .string()
    .max(limits.idempotencyKeyMaxLength)
    .optional()
    .describe('A repeat answers the first result.'),
});

/** A repeat with the same `Idempotency-Key` header answers the first result. @throws ServiceError VALIDATION_FAILED */
export const IdempotencyKey = createParamDecorator((_: unknown, host: ExecutionContext): string | undefined => {
  const key = host.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && key.length <= limits.idempotencyKeyMaxLength) return key;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: [{ field: 'Idempotency-Key', message: `at most ${limits.idempotencyKeyMaxLength} characters` }],
  });
});
