/** So many equal lines are written within a minute; a flood is cut off, and a few lines stay as they are. */
const MAX_EQUAL_LINES = 10;
const WINDOW_MS = 60_000;
/** So many kinds of lines are remembered; with more of them the oldest are forgotten. */
const MAX_KINDS = 1_000;

interface Kind {
  windowEndsAt: number;
  written: number;
  leftOut: number;
}

/**
 * Keeps repeated lines from flooding the log: Redis that was out of memory made a worker write 3,200 a second. After
 * the first ten of a kind there is one a minute, which says how many were left out.
 */
export class RepeatedLines {
  private readonly kinds = new Map<string, Kind>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @returns undefined if the line is left out, else how many of its kind were left out before it */
  admit(kind: string): number | undefined {
    const now = this.now();
    const known = this.kinds.get(kind);
    if (!known) {
      this.forgetOldest();
      this.kinds.set(kind, { windowEndsAt: now + WINDOW_MS, written: 1, leftOut: 0 });
      return 0;
    }
    if (now >= known.windowEndsAt) {
      const { leftOut } = known;
      // A continuing flood gets one line a minute.
      const written = leftOut > 0 ? MAX_EQUAL_LINES : 1;
      this.kinds.set(kind, { windowEndsAt: now + WINDOW_MS, written, leftOut: 0 });
      return leftOut;
    }
    if (known.written < MAX_EQUAL_LINES) {
      known.written += 1;
      return 0;
    }
    known.leftOut += 1;
    return undefined;
  }

  private forgetOldest(): void {
    if (this.kinds.size < MAX_KINDS) return;
    const [oldest] = this.kinds.keys();
    if (oldest !== undefined) this.kinds.delete(oldest);
  }
}

/** Lines are equal if they have the same text, about an error of the same text. Numbers and ids make no difference. */
export function kindOf(fields: unknown, message: unknown): string {
  const error: unknown = typeof fields === 'object' && fields !== null ? Reflect.get(fields, 'err') : undefined;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : '';
  const text = typeof fields === 'string' ? fields : String(message);
  return `${text}\n${reason}`.slice(0, 500).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#');
}
