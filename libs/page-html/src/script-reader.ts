import { HtmlReader } from './html-reader.js';
import type { Token } from 'parse5';

/** It matches a letter of ASCII as scripts can write it: `\x53`, `\u0053`, `\u{53}`. */
const escapedLetter = /\\(?:x|u00|u\{0*)([4-7][0-9a-f])\}?/gi;
/** It matches the same in an address: `%53`. */
const percentLetter = /%([4-7][0-9a-f])/gi;
/** It matches the same in an attribute: `&#83;`, `&#x53`. */
const referredLetter = /&#(?:0*(?:[6-9]\d|1[0-2]\d)(?!\d)|x0*[4-7][0-9a-f](?![0-9a-f]))/i;
/** Script elements of these types hold data. All others may run: a library runs `text/babel`. */
const dataTypes =
  /json$|^(?:importmap|speculationrules|text\/(?:plain|html|css|csv|xml|markdown|template|x-template))$/;

/** It matches code that loads other code: `import`, a script element that it makes or writes. */
const loader = /\bimport\b|['"`]script['"`]|<script/i;
const svgSources = new Set(['href', 'xlink:href']);
/** It matches the name of the attribute, the equals sign, and the opening quotation mark if there is one. */
const textStart = /srcdoc[\t\n\f\r ]*=[\t\n\f\r ]*["']?/iy;
/** At most this many frames of a page are examined: each that needs it gets a shim of 5 KB. */
const MAX_FRAMES = 32;

/** A page's own scripts have one of these names. */
export interface NamedInScripts {
  /** They are in the page's own scripts. */
  inPage: boolean;
  /** The texts of frames with such scripts begin at these indexes, inside `srcdoc` attributes. */
  frames: number[];
}

interface Searched {
  names: RegExp;
  /** Code from elsewhere, and code that loads other code, counts as if it had the names. */
  countsLoaders: boolean;
}

/**
 * Finds names in a page's script elements, event handlers and `javascript:` addresses, however their letters are
 * written. Prose, comments, text fields, data and styles do not count. A quick search finds pages without scripts; the
 * others take one pass, linear in the page's size.
 *
 * Names that are composed in another way (`atob`, `fromCharCode`), and frames inside a frame's text, are not found.
 */
export function findInScripts(html: string, searched: Searched): NamedInScripts {
  return mayBeInScripts(html, searched) ? new ScriptReader(html, searched).read() : { inPage: false, frames: [] };
}

/** This is the quick search: false is certain. */
export function mayBeInScripts(html: string, { names, countsLoaders }: Searched): boolean {
  if (countsLoaders && /<script|srcdoc/i.test(html)) return true;
  if (names.test(html) || referredLetter.test(html) || html.search(escapedLetter) !== -1) return true;
  return html.includes('%') && /javascript/i.test(html);
}

class ScriptReader extends HtmlReader {
  private inScript = false;
  private readonly found: NamedInScripts = { inPage: false, frames: [] };
  private readonly looksIntoFrames: boolean;

  constructor(
    private readonly html: string,
    private readonly searched: Searched,
    { isFrame = false } = {},
  ) {
    const looksIntoFrames = !isFrame && /srcdoc/i.test(html);
    super({ sourceCodeLocationInfo: looksIntoFrames });
    this.looksIntoFrames = looksIntoFrames;
  }

  read(): NamedInScripts {
    this.tokenizer.write(this.html, true);
    return this.found;
  }

  protected override startTag(tag: Token.TagToken, isHtml: boolean): void {
    if (tag.attrs.some((attribute) => this.runsNames(attribute))) this.find();
    // A script in SVG can be an empty tag.
    if (tag.tagName === 'script') {
      this.inScript = mayRun(tag) && (isHtml || !tag.selfClosing);
      if (this.searched.countsLoaders && mayRun(tag) && hasSource(tag, isHtml)) this.find();
    }
    if (isHtml && tag.tagName === 'iframe') this.readFrame(tag);
  }

  protected override endTag(tag: Token.TagToken): void {
    if (tag.tagName === 'script') this.inScript = false;
  }

  protected override text({ chars }: Token.CharacterToken): void {
    if (this.inScript && !this.found.inPage && this.counts(chars)) this.find();
  }

  private readFrame({ attrs, location }: Token.TagToken): void {
    const start = location?.attrs?.['srcdoc']?.startOffset;
    const text = attrs.find(({ name }) => name === 'srcdoc')?.value;
    if (start === undefined || !text || this.found.frames.length === MAX_FRAMES) return;
    if (!mayBeInScripts(text, this.searched)) return;
    if (!new ScriptReader(text, this.searched, { isFrame: true }).read().inPage) return;
    textStart.lastIndex = start;
    if (textStart.test(this.html)) this.found.frames.push(textStart.lastIndex);
  }

  private runsNames({ name, value }: Token.Attribute): boolean {
    if (name.startsWith('on')) return this.hasNames(value);
    if (!value.includes(':')) return false;
    // Browsers ignore these characters anywhere in an address, and control characters before it.
    const address = value.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
    return /^javascript:/i.test(address) && this.hasNames(address.replaceAll(percentLetter, letter));
  }

  private counts(code: string): boolean {
    return (this.searched.countsLoaders && loader.test(code)) || this.hasNames(code);
  }

  private hasNames(code: string): boolean {
    const { names } = this.searched;
    return names.test(code) || (code.includes('\\') && names.test(code.replaceAll(escapedLetter, letter)));
  }

  private find(): void {
    this.found.inPage = true;
    if (!this.looksIntoFrames) this.tokenizer.pause();
  }
}

function mayRun({ attrs }: Token.TagToken): boolean {
  const type = attrs.find(({ name }) => name === 'type')?.value ?? '';
  return !dataTypes.test(type.trim().toLowerCase());
}

function hasSource({ attrs }: Token.TagToken, isHtml: boolean): boolean {
  return attrs.some(({ name }) => (isHtml ? name === 'src' : svgSources.has(name)));
}

function letter(_: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
