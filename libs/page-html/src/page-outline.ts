import type { Token } from 'parse5';
import { headings, textModeOf } from './html-elements.js';
import { LinearTokenizer } from './linear-tokenizer.js';
import { OpenElements, type OpenElement } from './open-elements.js';

/** Publishing and viewing need these facts of a page. */
export interface PageOutline {
  /** It is the text of the first title element that has any, with white space collapsed. */
  title: string | undefined;
  /** It is the text of the first heading that has any; it is not read once a title is found. */
  heading: string | undefined;
  /** The page has a title element of its own, maybe an empty one. */
  hasTitleElement: boolean;
  /**
   * A title element can be inserted at this index: in the head, else after the html tag, else after doctype and leading
   * comments, else at the start. It is never before a doctype, which would turn on quirks mode.
   */
  titleInsertionIndex: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Reads a page in one pass, up to its title where it has one. Time grows with the page's size, not faster. */
export function readOutline(html: string): PageOutline {
  return new OutlineReader(html).read();
}

class OutlineReader {
  private readonly tokenizer: LinearTokenizer;
  private readonly open = new OpenElements();
  /** The parser does not get this many characters. */
  private readonly skipped: number;
  private readonly outline: PageOutline;
  /** Only comments, doctype, html and head tags were read so far. */
  private inPrologue = true;
  private sawHtmlTag = false;
  /** This title or heading is being read, with its text so far. */
  private reading: { into: 'title' | 'heading'; parts: string[]; element: OpenElement | undefined } | undefined;
  /** The reader is inside an element whose text is not shown. */
  private muted = false;

  constructor(private readonly html: string) {
    this.skipped = html.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    this.outline = {
      title: undefined,
      heading: undefined,
      hasTitleElement: false,
      titleInsertionIndex: this.skipped,
    };
    this.tokenizer = new LinearTokenizer(
      { sourceCodeLocationInfo: true },
      {
        onDoctype: (token) => this.moveInsertion(token, !this.sawHtmlTag),
        onComment: (token) => this.moveInsertion(token, !this.sawHtmlTag),
        onStartTag: (token) => this.startTag(token),
        onEndTag: (token) => this.endTag(token),
        onCharacter: (token) => this.text(token),
        onWhitespaceCharacter: (token) => this.text(token),
        onNullCharacter: () => undefined,
        onEof: () => this.finishReading(),
      },
    );
  }

  read(): PageOutline {
    this.tokenizer.write(this.html.slice(this.skipped), true);
    return this.outline;
  }

  private startTag(tag: Token.TagToken): void {
    this.readPrologue(tag);
    const isHtml = this.open.start(tag);
    this.tokenizer.inForeignNode = this.open.inForeign;
    if (!isHtml) return;
    this.switchToTextOf(tag.tagName);
    // A heading ends where another starts, or where its ancestors do.
    this.finishIfLeft();
    if (this.open.inTemplate) return;
    if (tag.tagName === 'br') this.reading?.parts.push(' ');
    if (tag.tagName === 'title') {
      this.outline.hasTitleElement = true;
      this.reading = { into: 'title', parts: [], element: this.open.innermost };
    } else if (headings.has(tag.tagName) && !this.reading && this.outline.heading === undefined) {
      this.reading = { into: 'heading', parts: [], element: this.open.innermost };
    }
  }

  private endTag(tag: Token.TagToken): void {
    if (['head', 'body', 'html', 'br'].includes(tag.tagName)) this.inPrologue = false;
    this.muted = false;
    this.open.end(tag.tagName);
    this.tokenizer.inForeignNode = this.open.inForeign;
    // A title has no tags inside, so the first end tag is its own.
    if (this.reading?.into === 'title') this.finishReading();
    else this.finishIfLeft();
  }

  private text(token: Token.CharacterToken): void {
    if (/\S/.test(token.chars)) this.inPrologue = false;
    if (this.reading && !this.muted) this.reading.parts.push(token.chars);
  }

  private switchToTextOf(name: string): void {
    const mode = textModeOf(name);
    if (mode === undefined) return;
    this.tokenizer.state = mode;
    // A script inside a heading is not part of its text.
    this.muted = name !== 'title';
  }

  private finishIfLeft(): void {
    if (this.reading?.element && !this.open.isOpen(this.reading.element)) this.finishReading();
  }

  private finishReading(): void {
    if (!this.reading) return;
    const { into, parts } = this.reading;
    this.reading = undefined;
    const text = collapseWhiteSpace(parts.join(''));
    if (text.trim() === '') return;
    this.outline[into] ??= text;
    // The rest of the page cannot change the outline.
    if (into === 'title') this.tokenizer.pause();
  }

  private readPrologue(tag: Token.TagToken): void {
    if (!this.inPrologue) return;
    if (tag.tagName === 'html' && !this.sawHtmlTag) {
      this.moveInsertion(tag, true);
      this.sawHtmlTag = true;
      return;
    }
    if (tag.tagName === 'head') this.moveInsertion(tag, true);
    this.inPrologue = false;
  }

  private moveInsertion(token: Token.Token, allowed: boolean): void {
    const end = (token.location?.endOffset ?? 0) + this.skipped;
    // A comment or doctype that the page's end cuts short has no ">" after which a title could be inserted.
    if (this.inPrologue && allowed && this.html[end - 1] === '>') this.outline.titleInsertionIndex = end;
  }
}

/** Collapses like `document.title`: only ASCII white space goes, no-break and ideographic spaces stay. */
function collapseWhiteSpace(text: string): string {
  return text.replaceAll(/[\t\n\f\r ]+/g, ' ').replaceAll(/^ | $/g, '');
}
