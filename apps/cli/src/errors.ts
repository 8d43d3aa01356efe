/** The help text lists these, too. */
export const exitCodes = { failed: 1, usage: 2, refused: 3, credential: 4, conflict: 5, limited: 6 } as const;

/** Ends the command with one of the exit codes. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: number,
    readonly code: string,
    message: string,
    readonly hint = '',
  ) {
    super(message);
  }
}

export const usageError = (message: string, hint = 'haru --help lists the commands.'): CommandError =>
  new CommandError(exitCodes.usage, 'USAGE', message, hint);

export function noSuchPage(message: string): never {
  throw new CommandError(exitCodes.refused, 'SITE_NOT_FOUND', message);
}

type Fault = Record<'field' | 'message', string>;

type RefusedBody = Partial<Record<'code' | 'message' | 'error' | 'hint' | 'docs', string>> & { details?: unknown };

/** The server refused the request. */
export class Refusal extends CommandError {
  constructor(
    readonly status: number,
    { code = `HTTP_${status}`, message = '', error = '', hint = '', docs = '', details }: RefusedBody,
    /** The request may be sent again after this many seconds. */
    readonly retryAfter: number | undefined,
  ) {
    const text = message || error || `The server answered ${status}.`;
    // Other messages name the file or field themselves.
    const faults = code === 'VALIDATION_FAILED' && Array.isArray(details) ? (details as Fault[]) : [];
    super(
      exitCodeOf(status),
      code,
      [text, ...faults.map((fault) => `${fault.field}: ${fault.message}`)].join('\n'),
      hint,
    );
    this.docs = docs;
  }

  readonly docs: string;
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.credential;
  if (status === 412) return exitCodes.conflict;
  if (status === 429) return exitCodes.limited;
  return status >= 500 ? exitCodes.failed : exitCodes.refused;
}
