/** The browser's own undo does not know this change of the whole text. */
interface Replacement {
  before: string;
  after: string;
}

/** Each step may hold two pages of 1 MiB. */
const MAX_STEPS = 20;

/**
 * Undoes and redoes large pastes and files. Typing is left to the browser's undo: a replacement is undone only while
 * the text is exactly what the replacement left.
 */
export class Replacements {
  private steps: Replacement[] = [];
  private done = 0;

  add(before: string, after: string): void {
    this.steps = [...this.steps.slice(0, this.done), { before, after }].slice(-MAX_STEPS);
    this.done = this.steps.length;
  }

  /** Returns the text before the last step; undefined where the browser has to undo. */
  undo(html: string): string | undefined {
    const step = this.steps[this.done - 1];
    if (!step || !isSameInField(step.after, html)) return undefined;
    this.done -= 1;
    return step.before;
  }

  redo(html: string): string | undefined {
    const step = this.steps[this.done];
    if (!step || !isSameInField(step.before, html)) return undefined;
    this.done += 1;
    return step.after;
  }
}

/** Returns text as a text area gives it back. */
export function withUnifiedLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function isSameInField(one: string, other: string): boolean {
  return one === other || withUnifiedLineEnds(one) === withUnifiedLineEnds(other);
}

interface Keys {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Recognizes Ctrl+Z or ⌘Z; for redo also with Shift, or Ctrl+Y. */
export function undoKeyOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Keys): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' && ctrlKey ? 'redo' : undefined;
}
