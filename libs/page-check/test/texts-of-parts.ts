import { seededNumbers } from '@haru/testing';

/** Joins up to nine parts for each text, and makes the same texts each time. */
export function* textsOfParts(parts: readonly string[], count: number): Generator<string> {
  const next = seededNumbers(1);
  const below = (end: number) => Math.floor(next() * end);
  for (; count > 0; count--) yield Array.from({ length: 1 + below(9) }, () => parts[below(parts.length)]).join('');
}
