import { ServiceError } from '@haru/contracts';
import { Param } from '@nestjs/common';
import { z } from 'zod';

const uuid = z.uuid();

/** A path parameter that is no UUID is the id of no object. @param refusal the code that the route then answers */
export const UuidParam = (
  name: string,
  refusal = () => new ServiceError('validation_failed', { status: 404, message: `${name} must be a UUID` }),
): ParameterDecorator =>
  Param(name, {
    transform(value: unknown): string {
      const parsed = uuid.safeParse(value);
      if (parsed.success) return parsed.data.toLowerCase();
      throw refusal();
    },
  });
