import { HtmlReader, type Token } from '@haru/page-html';

/**
 * The second half alone also counts when it begins a text or ends a template: `'local' + 'Storage'`. The shim also
 * handles the two calls that WebKit refuses.
 */
const storage = /(?:local|session|['"`}])Storage|(?:push|replace)State/;
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
/** It matches from the name of the attribute to behind its quotation mark, if it has one. */
const textStart = /srcdoc[\t\n\f\r ]*=[\t\n\f\r ]*["']?/iy;
/** At most this many frames of a page are examined: each that needs it gets a shim of 5 KB. */
const MAX_FRAMES = 32;

/** It says where a page may use `localStorage`, `sessionStorage`, `pushState` or `replaceState`. */
interface StorageUse {
  /** The page's own scripts may use them. */
  inPage: boolean;
  /** The texts of frames with such scripts begin at these indexes, inside `srcdoc` attributes. */
  frames: number[];
}

/**
 * Code may use the storage if it names it, however its letters are written, in script elements, event handlers or
 * `javascript:` addresses; or if it comes from elsewhere or loads other code. Prose, comments, text fields, data and
 * styles do not count. A quick search finds pages without scripts; the others take one pass, linear in the page's size.
 *
 * Names that are composed in another way (`atob`, `fromCharCode`), and frames inside a frame's text, are not found.
 */
export function readStorageUse(html: string): StorageUse {
  return mayUseStorage(html) ? new ScriptReader(html).read() : { inPage: false, frames: [] };
}

/** This is the quick search: false is certain. */
export function mayUseStorage(html: string): boolean {
  if (/<script|srcdoc/i.test(html)) return true;
  if (/Storage|(?:push|replace)State/.test(html) || referredLetter.test(html) || html.search(escapedLetter) !== -1)
    return true;
  return html.includes('%') && /javascript/i.test(html);
}

class ScriptReader extends HtmlReader {
  private inScript = false;
  private readonly use: StorageUse = { inPage: false, frames: [] };
  private readonly looksIntoFrames: boolean;

  constructor(
    private readonly html: string,
    { isFrame = false } = {},
  ) {
    const looksIntoFrames = !isFrame && /srcdoc/i.test(html);
    super({ sourceCodeLocationInfo: looksIntoFrames });
    this.looksIntoFrames = looksIntoFrames;
  }

  read(): StorageUse {
    this.tokenizer.write(this.html, true);
    return this.use;
  }

  protected override startTag(tag: Token.TagToken, isHtml: boolean): void {
    if (tag.attrs.some(runsNamingStorage)) this.find();
    // A script in SVG can be an empty tag.
    if (tag.tagName === 'script') {
      this.inScript = mayRun(tag) && (isHtml || !tag.selfClosing);
      if (mayRun(tag) && tag.attrs.some(({ name }) => (isHtml ? name === 'src' : svgSources.has(name)))) this.find();
    }
    if (isHtml && tag.tagName === 'iframe') this.readFrame(tag);
  }

  protected override endTag(tag: Token.TagToken): void {
    if (tag.tagName === 'script') this.inScript = false;
  }

  protected override text({ chars }: Token.CharacterToken): void {
    if (this.inScript && !this.use.inPage && codeMayUseStorage(chars)) this.find();
  }

  private readFrame({ attrs, location }: Token.TagToken): void {
    const start = location?.attrs?.['srcdoc']?.startOffset;
    const text = attrs.find(({ name }) => name === 'srcdoc')?.value;
    if (start === undefined || !text || this.use.frames.length === MAX_FRAMES) return;
    if (!mayUseStorage(text) || !new ScriptReader(text, { isFrame: true }).read().inPage) return;
    textStart.lastIndex = start;
    if (textStart.test(this.html)) this.use.frames.push(textStart.lastIndex);
  }

  private find(): void {
    this.use.inPage = true;
    if (!this.looksIntoFrames) this.tokenizer.pause();
  }
}

function mayRun({ attrs }: Token.TagToken): boolean {
  const type = attrs.find(({ name }) => name === 'type')?.value ?? '';
  return !dataTypes.test(type.trim().toLowerCase());
}

function runsNamingStorage({ name, value }: Token.Attribute): boolean {
  if (name.startsWith('on')) return codeNamesStorage(value);
  if (!value.includes(':')) return false;
  // Browsers ignore these characters anywhere in an address, and control characters before it.
  const address = value.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  return /^javascript:/i.test(address) && codeNamesStorage(address.replaceAll(percentLetter, letter));
}

/** Whether code names the storage or loads code that may. */
function codeMayUseStorage(code: string): boolean {
  return loader.test(code) || codeNamesStorage(code);
}

function codeNamesStorage(code: string): boolean {
  return storage.test(code) || (code.includes('\\') && storage.test(code.replaceAll(escapedLetter, letter)));
}

function letter(_: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
