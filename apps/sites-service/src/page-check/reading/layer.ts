const EXCERPT_LENGTH = 120;
/** Characters of the text before a field, counted from its end. */
export const LABEL_LENGTH = 40;

/** The page, or a page in it: what a script writes, a frame's `srcdoc`, a `data:` address. */
export interface Layer {
  html: string;
  /** 0 for the page itself. */
  depth: number;
  /** Index in the page of each index in here: the same for the page itself, and one place for all of a page in it. */
  toPage: (at: number) => number;
}

/** Where something stands. Line and excerpt are made only for what a rule reports. */
export interface Place {
  layer: Layer;
  from: number;
  to: number;
}

/** Gets what is to be read as a page or script of its own. */
export interface Nested {
  script: (source: string, at: number) => void;
  /** Text that may be an encoded page. */
  encoded: (text: string, at: number) => void;
  page: (html: string, at: number) => void;
}

export function pageLayer(html: string): Layer {
  return { html, depth: 0, toPage: (at) => at };
}

export function placeIn(layer: Layer, from: number, to = from + EXCERPT_LENGTH): Place {
  return { layer, from, to };
}

/**
 * Of the text that the place is in, which may be a decoded one; on one line. Without what JSON in Postgres cannot hold: NUL
 * and half of a surrogate pair.
 */
export function excerptOf({ layer, from, to }: Place): string {
  const end = Math.min(to, from + EXCERPT_LENGTH);
  return layer.html
    .slice(from, end)
    .toWellFormed()
    .replaceAll(/[\s\0]+/g, ' ')
    .trim();
}

/** Line and column in a page, from 1. Columns count UTF-16 units, as editors do. */
export function lineAndColumn(page: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = page.indexOf('\n'); next !== -1 && next < at; next = page.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
