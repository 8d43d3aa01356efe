import type { PageFinding } from '@haru/contracts';

/** So many characters around a place are shown; a page may have one line of a mebibyte. */
const AROUND = 120;

interface MarkedPlace {
  before: string;
  marked: string;
  after: string;
}

/**
 * Returns the line in which a rule matched, with the match marked. Where the excerpt is in no line, only the excerpt
 * is shown: what a script writes is not in the page's source. Excerpts have single spaces.
 */
export function placeIn(lines: readonly string[], { line, column, excerpt }: PageFinding): MarkedPlace {
  const text = lines[line - 1] ?? '';
  const [start, end] = [column - 1, column - 1 + excerpt.length];
  const marked = text.slice(start, end);
  const plain = marked.replaceAll(/\s+/g, ' ').trim();
  if (plain === '' || !excerpt.startsWith(plain)) return { before: '', marked: excerpt, after: '' };
  return { before: text.slice(Math.max(0, start - AROUND), start), marked, after: text.slice(end, end + AROUND) };
}
