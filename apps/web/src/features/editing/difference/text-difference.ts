import { diffArrays } from 'diff';
import { groupChanges, placesIn, type Part, type TextChange } from './text-changes.js';

export type TextDifference =
  | { kind: 'same' }
  /** `changes` are the first ones, and `count` is the number of differing places in all of them. */
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
  return { kind: 'changes', changes: changes.slice(0, maxChanges), count: placesIn(changes) };
}

function difference(before: string[], after: string[], deadline: number, maxEditLength: number): Part[] | undefined {
  const timeout = deadline - performance.now();
  if (timeout <= 0) return undefined;
  const { start, end } = commonEnds(before, after);
  const [old, now] = [before, after].map((texts) => texts.slice(start, texts.length - end)) as [string[], string[]];
  const inner =
    old.length === 0 || now.length === 0
      ? [partOf('removed', old), partOf('added', now)]
      : diffArrays(old, now, { timeout, maxEditLength })?.map(({ added, removed, value }) =>
          partOf(removed ? 'removed' : added ? 'added' : 'same', value),
        );
  return inner && [partOf('same', before.slice(0, start)), ...inner, partOf('same', before.slice(before.length - end))];
}

const partOf = (kind: Part['kind'], texts: readonly string[]): Part => ({ kind, text: texts.join('') });

/**
 * Counts the texts that are the same at the start and at the end. Most changes are small, so the rest is then fast, and
 * a long text that was only added or removed is no difference to search for.
 */
function commonEnds(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

/** Replaces each replaced stretch by its difference in tokens. */
function refined(parts: readonly Part[], deadline: number): Part[] {
  return parts.flatMap((part, index) => {
    const [last, next] = [parts[index - 1], parts[index + 1]];
    if (part.kind === 'removed' && next?.kind === 'added') {
      return difference(tokensOf(part.text), tokensOf(next.text), deadline, MAX_TOKEN_EDITS) ?? [part, next];
    }
    return part.kind === 'added' && last?.kind === 'removed' ? [] : [part];
  });
}

/** Chunks end with a statement, a tag, a line or a sentence, because a minified page is one line. */
const chunkPattern = /[^>;{}\n。]*[>;{}\n。]|[^>;{}\n。]+/g;

/** Tokens are words, runs of blanks, and every other character by itself: Japanese has no spaces between words. */
const tokenPattern = /[\p{Script=Latin}\p{Nd}_$]+|[ \t]+|\r\n|./gsu;

const chunksOf = (text: string): string[] => text.match(chunkPattern) ?? [];

export const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];
