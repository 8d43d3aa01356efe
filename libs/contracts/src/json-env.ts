import { z } from 'zod';

/** The environment variable holds JSON; if it is empty or left out it is `{}`. */
export function jsonEnv<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .default('')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text || '{}');
      } catch {
        context.addIssue('is not JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}
