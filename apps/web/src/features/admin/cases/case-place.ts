import type { PageFinding } from '@haru/contracts';

/** Characters around a place; a page may have one line of a mebibyte. */
const AROUND = 120;

interface MarkedPlace {
  before: string;
  marked: string;
  after: string;
}

/**
 * The line in which a rule matched, with the match marked. The excerpt alone where it does not stand there: what a script
 * writes is not in the page's own lines. Excerpts have single spaces.
 */
export function placeIn(lines: readonly string[], { line, column, excerpt }: PageFinding): MarkedPlace {
  const text = lines[line - 1] ?? '';
  const [start, end] = [column - 1, column - 1 + excerpt.length];
  const marked = text.slice(start, end);
  const plain = marked.replaceAll(/\s+/g, ' ').trim();
  if (plain === '' || !excerpt.startsWith(plain)) return { before: '', marked: excerpt, after: '' };
  return { before: text.slice(Math.max(0, start - AROUND), start), marked, after: text.slice(end, end + AROUND) };
}
