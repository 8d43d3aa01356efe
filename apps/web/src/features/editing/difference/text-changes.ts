export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Two texts differ in this place; the text around it is included. */
export interface TextChange {
  /** It counts from 1, and is the line of the first differing character in the newer text. */
  line: number;
  parts: ShownPart[];
}

export interface ShownPart extends Part {
  /** So many characters of the part are omitted at its end. */
  omitted?: number;
}

/** This many characters of unchanged text are shown on each side of a change, and the rest of their line. */
const CONTEXT = 60;
/** A minified page has lines that are too long to be shown whole. */
const MAX_CONTEXT = 240;
/** A shorter unchanged text between two changes would only cut words into pieces. */
const SHORT_GAP = 3;
/** A longer change would take too long to lay out. */
const MAX_SHOWN = 2_000;

/** Joins changes that are near each other, and cuts long parts. */
export function groupChanges(parts: readonly Part[]): TextChange[] {
  const changes: TextChange[] = [];
  let line = 1;
  let open: TextChange | undefined;
  let context = '';
  const whole = withoutShortGaps(parts);
  for (const [index, part] of whole.entries()) {
    if (part.kind !== 'same') {
      if (!open) {
        open = { line, parts: context === '' ? [] : [{ kind: 'same', text: context }] };
        changes.push(open);
      }
      open.parts.push(cut(part));
    } else if (open && part.text.length <= 2 * CONTEXT && index < whole.length - 1) {
      open.parts.push(part);
    } else {
      open?.parts.push({ kind: 'same', text: startOf(part.text) });
      open = undefined;
      context = endOf(part.text);
    }
    if (part.kind !== 'removed') line += newlinesIn(part.text);
  }
  return changes;
}

/** Counts the places that differ: changes near each other are shown together, but are several. */
export function placesIn(changes: readonly TextChange[]): number {
  const starts = ({ parts }: TextChange) =>
    parts.filter(({ kind }, at) => kind !== 'same' && (parts[at - 1]?.kind ?? 'same') === 'same').length;
  return changes.reduce((sum, change) => sum + starts(change), 0);
}

function startOf(text: string): string {
  const end = text.indexOf('\n', CONTEXT);
  const hasEnd = end === -1 ? text.length <= MAX_CONTEXT : end <= MAX_CONTEXT;
  return hasEnd ? text.slice(0, end === -1 ? undefined : end) : `${text.slice(0, CONTEXT)}…`;
}

function endOf(text: string): string {
  const start = text.length < CONTEXT ? -1 : text.lastIndexOf('\n', text.length - CONTEXT);
  if (text.length - start <= MAX_CONTEXT) return text.slice(start + 1);
  const tag = text.lastIndexOf('<', text.length - CONTEXT);
  return `…${text.slice(text.length - tag <= MAX_CONTEXT ? tag : -CONTEXT)}`;
}

/** Joins what was removed, and what was added, up to the next unchanged text. A short one counts as replaced. */
function withoutShortGaps(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  let replaced = { removed: '', added: '' };
  const finish = () => {
    for (const kind of ['removed', 'added'] as const) {
      if (replaced[kind] !== '') result.push({ kind, text: replaced[kind] });
    }
    replaced = { removed: '', added: '' };
  };
  const whole = joined(parts);
  for (const [index, part] of whole.entries()) {
    const { kind, text } = part;
    if (kind !== 'same') replaced[kind] += text;
    else if (text.length < SHORT_GAP && !text.includes('\n') && index > 0 && index < whole.length - 1) {
      replaced = { removed: replaced.removed + text, added: replaced.added + text };
    } else {
      finish();
      result.push(part);
    }
  }
  finish();
  return result;
}

/** Joins neighbours of the same kind, and drops empty parts. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const { kind, text } of parts) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') result.push({ kind, text });
  }
  return result;
}

function cut({ kind, text }: Part): ShownPart {
  if (text.length <= MAX_SHOWN) return { kind, text };
  return { kind, text: text.slice(0, MAX_SHOWN), omitted: text.length - MAX_SHOWN };
}

export function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
