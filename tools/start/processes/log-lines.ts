/** From this pino level on a line concerns the person in front of the terminal. */
const ERROR = 50;
/** Pino writes the level first. */
const LEVEL = /^\{"level":(\d+),/;

/** A process's line as a person should see it; undefined when only the log file needs it. */
export function plainLine(line: string, isErrorStream: boolean): string | undefined {
  if (!line.startsWith('{'))
    return isErrorStream && !/Warning:|node --trace-/.test(line) && line.trim() ? line : undefined;
  // Nearly every line is about a request, which its start shows.
  const given = LEVEL.exec(line)?.[1];
  if (given !== undefined && Number(given) < ERROR) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (level === undefined || level < ERROR) return undefined;
    return err?.message ? `${msg ?? ''}: ${err.message}` : msg;
  } catch {
    // The line is no JSON, such as a printed object.
    return isErrorStream ? line : undefined;
  }
}
