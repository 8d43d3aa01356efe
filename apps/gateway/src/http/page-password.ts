import { pagePasswordSchema, ServiceError } from '@haru/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** `/openapi.json` shows this schema. */
export const pagePasswordHeadersSchema = z.object({
  'Page-Password': z
    .string()
    .optional()
    .describe('The password of a page with visibility=password, in UTF-8, or as encodeURIComponent writes it.'),
});

/** It is a header, because queries are logged. @throws ServiceError VALIDATION_FAILED */
export const PagePassword = createParamDecorator((_: unknown, host: ExecutionContext): string | undefined => {
  const given = host.switchToHttp().getRequest<FastifyRequest>().headers['page-password'];
  if (given === undefined) return undefined;
  const password = pagePasswordSchema.safeParse(decoded(String(given)));
  if (password.success) return password.data;
  throw new ServiceError('VALIDATION_FAILED', {
    faults: password.error.issues.map(({ message }) => ({ field: 'Page-Password', message })),
  });
});

function decoded(text: string): string | undefined {
  try {
    // Node reads headers as Latin-1, and curl sends UTF-8.
    return decodeURIComponent(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}
