import { diffArrays } from 'diff';
import { groupChanges, type Part, type TextChange } from './text-changes.js';

export type TextDifference =
  | { kind: 'same' }
  /** `changes` are the first of `count`. */
  | { kind: 'changes'; changes: TextChange[]; count: number }
  | { kind: 'gaveUp' };

interface Limits {
  timeLimitMs: number;
  maxChanges: number;
}

/** Texts that differ more are not compared. This bounds memory, which grows with the square of the edits. */
const MAX_CHUNK_EDITS = 6_000;
const MAX_TOKEN_EDITS = 1_500;
const defaults: Limits = { timeLimitMs: 4_000, maxChanges: 1_000 };

/** Compares chunks, then tokens within them. A stretch that differs too much is shown as replaced as a whole. */
export function textDifference(
  before: string,
  after: string,
  { timeLimitMs, maxChanges }: Limits = defaults,
): TextDifference {
  if (before === after) return { kind: 'same' };
  const deadline = performance.now() + timeLimitMs;
  const coarse = difference(chunksOf(before), chunksOf(after), deadline, MAX_CHUNK_EDITS);
  if (!coarse) return { kind: 'gaveUp' };
  const changes = groupChanges(refined(coarse, deadline));
  return { kind: 'changes', changes: changes.slice(0, maxChanges), count: changes.length };
}

function difference(
  before: readonly string[],
  after: readonly string[],
  deadline: number,
  maxEditLength: number,
): Part[] | undefined {
  const timeout = deadline - performance.now();
  if (timeout <= 0) return undefined;
  const { start, end } = commonEnds(before, after);
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const inner = differenceInside(old, now, { timeout, maxEditLength });
  return inner && [...same(before.slice(0, start)), ...inner, ...same(before.slice(before.length - end))];
}

function differenceInside(
  before: readonly string[],
  after: readonly string[],
  limits: { timeout: number; maxEditLength: number },
): Part[] | undefined {
  if (before.length === 0 && after.length === 0) return [];
  if (before.length === 0) return [{ kind: 'added', text: after.join('') }];
  if (after.length === 0) return [{ kind: 'removed', text: before.join('') }];
  const numbers = new TextNumbers();
  let [old, now] = [0, 0];
  return diffArrays(numbers.of(before), numbers.of(after), limits)?.map(({ added, removed, count }): Part => {
    if (removed) return { kind: 'removed', text: before.slice(old, (old += count)).join('') };
    const text = after.slice(now, (now += count)).join('');
    if (added) return { kind: 'added', text };
    old += count;
    return { kind: 'same', text };
  });
}

/** Counts the texts that are the same at the start and at the end. Most changes are small, so the rest is then fast. */
function commonEnds(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

function same(texts: readonly string[]): Part[] {
  return texts.length === 0 ? [] : [{ kind: 'same', text: texts.join('') }];
}

/** Replaces each replaced stretch by its difference in tokens. */
function refined(parts: readonly Part[], deadline: number): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'added' && last?.kind === 'removed') {
      const inner = difference(tokensOf(last.text), tokensOf(part.text), deadline, MAX_TOKEN_EDITS);
      if (inner) {
        result.splice(-1, 1, ...inner);
        continue;
      }
    }
    result.push(part);
  }
  return result;
}

/** Chunks end with a statement, a tag, a line or a sentence, because a minified page is one line. */
const chunkPattern = /[^>;{}\n。]*[>;{}\n。]|[^>;{}\n。]+/g;

/** Tokens are words, runs of blanks, and every other character by itself: Japanese has no spaces between words. */
const tokenPattern = /[\p{Script=Latin}\p{Nd}_$]+|[ \t]+|\r\n|./gsu;

const chunksOf = (text: string): string[] => text.match(chunkPattern) ?? [];

export const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** Gives equal texts equal numbers, because comparing numbers takes the same time whatever the length. */
class TextNumbers {
  private readonly numbers = new Map<string, number>();

  of(texts: readonly string[]): number[] {
    return texts.map((text) => {
      const known = this.numbers.get(text);
      if (known !== undefined) return known;
      this.numbers.set(text, this.numbers.size);
      return this.numbers.size - 1;
    });
  }
}
