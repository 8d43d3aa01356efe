import { ServiceError } from '@haru/contracts';
import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';

/** Checks the form of a body or query at the edge; the error names every field that does not fit. */
export class ZodPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  constructor(private readonly schema: Schema) {}

  /** @throws ServiceError VALIDATION_FAILED */
  transform(value: unknown): z.output<Schema> {
    const parsed = this.schema.safeParse(value ?? {});
    if (parsed.success) return parsed.data;
    throw new ServiceError('VALIDATION_FAILED', {
      faults: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
    });
  }
}
