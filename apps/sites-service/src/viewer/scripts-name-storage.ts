import type { Token } from 'parse5';
import { textModeOf } from '../page-html/html-elements.js';
import { LinearTokenizer } from '../page-html/linear-tokenizer.js';
import { OpenElements } from '../page-html/open-elements.js';

/** The second half alone counts too where it begins a text or ends a template: `'local' + 'Storage'`. */
const storage = /(?:local|session|['"`}])Storage/;
/** A letter of ASCII, as scripts can write it: `\x53`, `\u0053`, `\u{53}`. */
const escapedLetter = /\\(?:x|u00|u\{0*)([4-7][0-9a-f])\}?/gi;
/** The same in an address, `%53`. */
const percentLetter = /%([4-7][0-9a-f])/gi;
/** And in an attribute: `&#83;`, `&#x53`. */
const referredLetter = /&#(?:0*(?:[6-9]\d|1[0-2]\d)(?!\d)|x0*[4-7][0-9a-f](?![0-9a-f]))/i;
/** Types of script elements that hold data. All others may run: a library runs `text/babel`. */
const dataTypes =
  /json$|^(?:importmap|speculationrules|text\/(?:plain|html|css|csv|xml|markdown|template|x-template))$/;

/**
 * Whether code in the page names `localStorage` or `sessionStorage`: in script elements, event handlers or
 * `javascript:` addresses, however its letters are written. Prose, comments, text fields, data and styles do not count.
 * Most pages are told by a look for the word; the others cost one pass, whose time grows with the page's size.
 *
 * Not seen: names that are put together otherwise (`atob`, `fromCharCode`), scripts from other addresses, and pages in
 * frames (`srcdoc`), which have a storage of their own.
 */
export function scriptsNameStorage(html: string): boolean {
  return mayNameStorage(html) && new ScriptReader(html).read();
}

/** The look for the word: false is sure. */
export function mayNameStorage(html: string): boolean {
  if (html.includes('Storage') || referredLetter.test(html) || html.search(escapedLetter) !== -1) return true;
  return html.includes('%') && /javascript/i.test(html);
}

class ScriptReader {
  private readonly open = new OpenElements();
  private readonly tokenizer: LinearTokenizer;
  private inScript = false;
  private found = false;

  constructor(private readonly html: string) {
    this.tokenizer = new LinearTokenizer(
      {},
      {
        onDoctype: () => undefined,
        onComment: () => undefined,
        onStartTag: (tag) => this.startTag(tag),
        onEndTag: (tag) => this.endTag(tag),
        // A word at a time: the tokenizer parts text from white space.
        onCharacter: ({ chars }) => {
          if (this.inScript && codeNamesStorage(chars)) this.find();
        },
        onWhitespaceCharacter: () => undefined,
        onNullCharacter: () => undefined,
        onEof: () => undefined,
      },
    );
  }

  read(): boolean {
    this.tokenizer.write(this.html, true);
    return this.found;
  }

  private startTag(tag: Token.TagToken): void {
    if (tag.attrs.some(runsNamingStorage)) {
      this.find();
      return;
    }
    const isHtml = this.open.start(tag);
    this.tokenizer.inForeignNode = this.open.inForeign;
    // In SVG a script can be an empty tag.
    if (tag.tagName === 'script') this.inScript = mayRun(tag) && (isHtml || !tag.selfClosing);
    const mode = isHtml ? textModeOf(tag.tagName) : undefined;
    if (mode !== undefined) this.tokenizer.state = mode;
  }

  private endTag(tag: Token.TagToken): void {
    if (tag.tagName === 'script') this.inScript = false;
    this.open.end(tag.tagName);
    this.tokenizer.inForeignNode = this.open.inForeign;
  }

  private find(): void {
    this.found = true;
    this.tokenizer.pause();
  }
}

function mayRun({ attrs }: Token.TagToken): boolean {
  const type = attrs.find(({ name }) => name === 'type')?.value ?? '';
  return !dataTypes.test(type.trim().toLowerCase());
}

function runsNamingStorage({ name, value }: Token.Attribute): boolean {
  if (name.startsWith('on')) return codeNamesStorage(value);
  if (!value.includes(':')) return false;
  // Browsers drop these wherever they stand in an address, and what is not to be seen before it.
  const address = value.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  return /^javascript:/i.test(address) && codeNamesStorage(address.replaceAll(percentLetter, letter));
}

function codeNamesStorage(code: string): boolean {
  return storage.test(code) || (code.includes('\\') && storage.test(code.replaceAll(escapedLetter, letter)));
}

function letter(_: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
