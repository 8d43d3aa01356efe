import { z } from 'zod';

/** Thrown at the start when the environment does not fit; its message lists every fault. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Reads a process's configuration from its environment, once.
 * @throws EnvironmentError naming every variable that is missing or malformed. Values are never shown: some are secrets.
 */
export function parseEnv<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  // An empty variable is what `FOO=` in an env file gives; it means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`);
  throw new EnvironmentError(`The environment has ${faults.length} fault(s):\n${faults.join('\n')}`);
}

/** A switch in the environment: `1`, `true`, `on`, `yes` or their opposites. */
export const envSwitch = z.stringbool();
