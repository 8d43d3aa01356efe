import type { CpuBudget } from '../cpu-budget.js';
import { hasMarkup, isScript, markupIn, spelledByNumbers } from '../scripts/hidden-markup.js';
import { type Layer, pageLayer, placeIn } from './layer.js';
import { LayerReader } from './layer-reader.js';
import { addTo, PageFacts } from './page-facts.js';
import { readScript, type ScriptString } from '../scripts/script-strings.js';

/** This depth is a page in a script in a page in a script. */
const MAX_DEPTH = 3;
const MAX_SCRIPTS = 2_000;
/** It bounds all decoded text; an ordinary page of 1 MiB has less. */
const MAX_NESTED_CHARACTERS = 4 * 1024 * 1024;
const MIN_MARKUP = 8;
const MIN_ENCODED = 64;
const ENCODED_PART = /^[\w+/=-]{2,}$/;
/** They mark fields and the name of a page. */
const IMPORTANT = /<(?:form|input|textarea|title|h1)\b/gi;
/** They are the characters before such a tag, and all characters that are read around it. */
const PART_BEFORE = 500;
const PART_LENGTH = 3_000;
const MAX_PARTS = 40;
const TELLING = /<(?:input|form|h1|title|img|script|textarea|iframe)\b/gi;

/** Reads a page and then the pages in it by depth: what a page shows itself comes before what its scripts hide. */
export class PageReader {
  /** The page itself was read up to this index. */
  readAt = 0;
  private hasSkipped = false;
  private readonly queue: Layer[] = [];
  private scripts = 0;
  private nestedCharacters = 0;
  private readonly nestedPages = new Set<string>();

  constructor(
    private readonly budget: CpuBudget,
    readonly facts = new PageFacts(),
  ) {}

  /** Whether something was left out although there was time to read it. */
  get hasDropped(): boolean {
    return this.hasSkipped || this.facts.isFull;
  }

  /** Collects the facts in `facts`, also when the budget ends it. @throws BudgetExceededError */
  read(html: string): void {
    this.readLayers([pageLayer(html)]);
  }

  /**
   * Reads what is around further fields and titles of a page that was read up to `from`.
   * @throws BudgetExceededError
   */
  readPartsAfter(html: string, from: number): void {
    IMPORTANT.lastIndex = from;
    const layers: Layer[] = [];
    for (let found = IMPORTANT.exec(html); found && layers.length < MAX_PARTS; found = IMPORTANT.exec(html)) {
      const start = Math.max(from, found.index - PART_BEFORE);
      IMPORTANT.lastIndex = start + PART_LENGTH;
      layers.push({ ...pageLayer(html.slice(start, IMPORTANT.lastIndex)), toPage: (at) => start + at });
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
    const nested = {
      script: (source: string, at: number) => this.readScriptOf(layer, source, at),
      encoded: (text: string, at: number) => {
        if (text.length >= MIN_ENCODED) this.addEncoded(layer, text, at);
      },
      page: (html: string, at: number) => this.addLayer(layer, html, at),
    };
    const reader = new LayerReader(layer, this.facts, nested, this.budget);
    try {
      reader.read();
    } finally {
      if (layer.depth === 0) this.readAt = layer.toPage(reader.at);
    }
  }

  private addLayer(parent: Layer, html: string, at: number): void {
    // The joined script repeats the texts of a script.
    if (this.nestedPages.has(html)) return;
    if (parent.depth === MAX_DEPTH || this.nestedCharacters + html.length > MAX_NESTED_CHARACTERS) {
      this.hasSkipped = true;
      return;
    }
    this.nestedPages.add(html);
    this.nestedCharacters += html.length;
    const place = parent.toPage(at);
    this.queue.push({ html, depth: parent.depth + 1, toPage: () => place });
  }

  private addEncoded(parent: Layer, text: string, at: number): boolean {
    this.budget.spend(text.length);
    const markup = markupIn(text, this.budget);
    if (markup === undefined) return false;
    this.addDecoded(parent, markup, at);
    return true;
  }

  private addDecoded(parent: Layer, text: string, at: number): void {
    if (!isScript(text)) this.addLayer(parent, text, at);
    else if (parent.depth === MAX_DEPTH) this.hasSkipped = true;
    else {
      this.readScriptOf({ ...parent, depth: parent.depth + 1 }, text, at);
    }
  }

  private readScriptOf(layer: Layer, source: string, at: number): void {
    if (source.trim() === '') return;
    if (++this.scripts > MAX_SCRIPTS) {
      this.hasSkipped = true;
      return;
    }
    const { strings, code } = readScript(source, this.budget);
    const place = placeIn(layer, at);
    const texts = [...strings, ...spelledByNumbers(code)];
    addTo(this.facts.scripts, { code, strings: texts.map(({ text }) => text), place });
    let telling = 0;
    for (const found of texts) {
      if (found.text.length < MIN_MARKUP) continue;
      if (isScript(found.text)) this.addDecoded(layer, found.text, at + found.at);
      if (this.addEncoded(layer, found.text, at + found.at)) telling += countTelling(found.text);
    }
    this.readTogether(layer, strings, at, telling);
    // This is text outside of literals, such as JSX or a template of another kind.
    if (countTelling(source) > telling + countTelling(joined(strings))) this.addLayer(layer, source, at);
    this.readTitle(layer, code, at);
  }

  /** Reads parts together that a script joins in another way than by `+`. */
  private readTogether(layer: Layer, strings: readonly ScriptString[], at: number, telling: number): void {
    if (strings.length < 2) return;
    const together = joined(strings);
    const isMore = countTelling(together) > telling || strings.some(({ text }) => endsInTag(text));
    if (isMore && hasMarkup(together)) this.addLayer(layer, together, at);
    let run: string[] = [];
    for (const { text } of [...strings, { text: '' }]) {
      if (ENCODED_PART.test(text)) run.push(text);
      else {
        if (run.length > 1) this.addEncoded(layer, run.join(''), at);
        run = [];
      }
    }
  }

  private readTitle(layer: Layer, code: string, at: number): void {
    const title = /document\.title\s*=\s*"((?:[^"\\]|\\.){1,300})"/.exec(code)?.[1];
    if (title !== undefined) addTo(this.facts.titles, { text: title, place: placeIn(layer, at) });
  }
}

const joined = (strings: readonly ScriptString[]): string => strings.map(({ text }) => text).join('');

const endsInTag = (text: string): boolean => text.lastIndexOf('<') > text.lastIndexOf('>');

const countTelling = (text: string): number => (text.includes('<') ? (text.match(TELLING)?.length ?? 0) : 0);
