import { z } from 'zod';

/** The environment is invalid at the start; the message lists every fault. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(readonly faults: readonly string[]) {
    super(`The environment has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads a process's configuration from its environment, once.
 * @throws EnvironmentError naming every variable that is missing or malformed. Values are never shown: some are
 * secrets.
 */
export function parseEnv<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  // `FOO=` in an env file gives an empty variable, which means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvironmentError(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || '(all)'}: ${issue.message}`),
  );
}

/** A switch in the environment is `1`, `true`, `on`, `yes` or their opposites. */
export const envSwitch = z.stringbool();
