import { ServiceError } from '@haru/contracts';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
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

/** Checks the whole body and the whole query of a handler; its other parameters stay as they are. */
export class SchemasPipe implements PipeTransform {
  constructor(private readonly schemas: { body?: z.ZodType; query?: z.ZodType }) {}

  /** @throws ServiceError VALIDATION_FAILED */
  transform(value: unknown, { type, data }: ArgumentMetadata): unknown {
    const schema = (type === 'body' || type === 'query') && data === undefined ? this.schemas[type] : undefined;
    return schema ? new ZodPipe(schema).transform(value) : value;
  }
}
