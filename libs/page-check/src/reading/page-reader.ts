import type { CpuBudget } from '../cpu-budget.js';
import { decoded, isPage } from './hidden-page.js';
import { type Layer, type Nested, pageLayer, placeIn } from './layer.js';
import { LayerReader } from './layer-reader.js';
import { addTo, PageFacts } from './page-facts.js';

/** This depth is a page in a script in a page in a script. */
const MAX_DEPTH = 3;
/** It bounds all decoded text; an ordinary page of 1 MiB has less. */
const MAX_NESTED_CHARACTERS = 4 * 1024 * 1024;
/** They mark fields and the name of a page. */
const IMPORTANT = /<(?:[^\s<>:]+:)?(?:form|input|textarea|title|h1)\b/gi;
/** They are the characters before such a tag, and all characters that are read around it. */
const PART_BEFORE = 500;
const PART_LENGTH = 3_000;
const MAX_PARTS = 40;

/** Reads a page and then the pages in it by depth: what a page shows itself comes before what its scripts hide. */
export class PageReader {
  /** The page itself was read up to this index. */
  readAt = 0;
  private hasSkipped = false;
  private readonly queue: Layer[] = [];
  private nestedCharacters = 0;
  private maxText = Infinity;

  constructor(
    private readonly budget: CpuBudget,
    readonly facts = new PageFacts(),
  ) {}

  /** Whether something was left out although there was time to read it. */
  get hasDropped(): boolean {
    return this.hasSkipped || this.facts.isFull;
  }

  /**
   * Collects the facts in `facts`, also when the budget ends it.
   * @param maxText it ends after this many characters of text
   * @throws BudgetExceededError
   */
  read(html: string, maxText = Infinity): void {
    this.maxText = maxText;
    this.readLayers([pageLayer(html)]);
  }

  /** Reads what a script may write around fields and titles. @throws BudgetExceededError */
  readScript(script: string): void {
    const { text, isCut } = decoded(script, this.budget);
    if (isCut) this.hasSkipped = true;
    addTo(this.facts.scripts, { text, place: placeIn(pageLayer(text), 0) });
    this.readPartsAfter(text, 0, 1);
  }

  /**
   * Reads what is around further fields and titles of a page that was read up to `from`.
   * @throws BudgetExceededError
   */
  readPartsAfter(html: string, from: number, depth = 0): void {
    IMPORTANT.lastIndex = from;
    const layers: Layer[] = [];
    for (let found = IMPORTANT.exec(html); found && layers.length < MAX_PARTS; found = IMPORTANT.exec(html)) {
      const start = Math.max(from, found.index - PART_BEFORE);
      IMPORTANT.lastIndex = start + PART_LENGTH;
      layers.push({ html: html.slice(start, IMPORTANT.lastIndex), depth, toPage: (at) => start + at });
    }
    if (layers.length === MAX_PARTS) this.hasSkipped = true;
    this.readLayers(layers);
  }

  private readLayers(layers: readonly Layer[]): void {
    const known = this.facts.fields.length;
    this.queue.push(...layers);
    try {
      for (let layer = this.queue.shift(); layer; layer = this.queue.shift()) this.readLayer(layer);
    } finally {
      for (const field of this.facts.fields.slice(known)) field.label += ` ${this.facts.labels.get(field.id) ?? ''}`;
    }
  }

  private readLayer(layer: Layer): void {
    const nested: Nested = (text, at, kind) => this.readNested(layer, text, at, kind);
    const reader = new LayerReader(layer, this.facts, nested, this.budget, this.maxText);
    try {
      reader.read();
    } finally {
      if (layer.depth === 0) this.readAt = layer.toPage(reader.at);
    }
  }

  private readNested(parent: Layer, source: string, at: number, kind: Parameters<Nested>[2]): void {
    const { text, outer, isCut } = decoded(source, this.budget);
    if (isCut) this.hasSkipped = true;
    if (kind === 'script') addTo(this.facts.scripts, { text, place: placeIn(parent, at) });
    const pages = kind === 'page' || isPage(text) ? [text] : [];
    if (outer !== undefined) pages.unshift(outer);
    for (const html of pages) {
      // Up to its first encoded part a script has the same indexes as the page.
      const shared = kind === 'script' ? sharedLength(source, html) : 0;
      this.addLayer(parent, html, (index) => parent.toPage(at + Math.min(index, shared)));
    }
  }

  private addLayer({ depth }: Layer, html: string, toPage: Layer['toPage']): void {
    this.nestedCharacters += html.length;
    if (depth === MAX_DEPTH || this.nestedCharacters > MAX_NESTED_CHARACTERS) this.hasSkipped = true;
    else this.queue.push({ html, depth: depth + 1, toPage });
  }
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}
