const EXCERPT_LENGTH = 120;
/** This many characters before a field are read, counted from the end of the text. */
export const LABEL_LENGTH = 40;

/** A layer is the page or a page in it: what a script writes, a frame's `srcdoc`, a `data:` address. */
export interface Layer {
  html: string;
  /** It is 0 for the page itself. */
  depth: number;
  /** Converts an index in this layer to one in the page. */
  toPage: (at: number) => number;
}

/** It is a range of a layer. Line and excerpt are made only for what a rule reports. */
export interface Place {
  layer: Layer;
  from: number;
  to: number;
}

/** It receives texts of a layer that may be pages: those of scripts, frames and attributes. */
export type Nested = (text: string, at: number, kind: 'script' | 'page' | 'text') => void;

export function pageLayer(html: string): Layer {
  return { html, depth: 0, toPage: (at) => at };
}

export function placeIn(layer: Layer, from: number, to = from + EXCERPT_LENGTH): Place {
  return { layer, from, to };
}

/**
 * Returns the text of the place on one line; the text may be a decoded one. NUL and half of a surrogate pair are left
 * out, because JSON in Postgres cannot hold them.
 */
export function excerptOf({ layer, from, to }: Place): string {
  const text = layer.html.slice(from, Math.min(to, from + EXCERPT_LENGTH)).toWellFormed();
  return text.replaceAll(/[\s\0]+/g, ' ').trim();
}

/** Returns line and column in a page, from 1. Columns count UTF-16 units, as editors do. */
export function lineAndColumn(page: string, at: number): { line: number; column: number } {
  let [line, start] = [1, 0];
  for (let next = page.indexOf('\n'); next !== -1 && next < at; next = page.indexOf('\n', start)) {
    line++;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
