import { setImmediate } from 'node:timers/promises';
import { Token } from 'parse5';
import { headings } from './html-elements.js';
import { HtmlReader } from './html-reader.js';
import type { OpenElement } from './open-elements.js';

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

/** This many characters are read in up to 20 ms. A title of 1 MB takes 0.7 s. */
const SLICE = 32_768;

/** Reads a page in one pass until the rest cannot change the outline. Time grows with the page's size, not faster. */
export function readOutline(html: string): PageOutline {
  const reader = new OutlineReader(html);
  reader.read(0);
  return reader.outline;
}

/** Does the same in slices, between which the process does other work. */
export async function readOutlineInSlices(html: string, slice = SLICE): Promise<PageOutline> {
  const reader = new OutlineReader(html);
  for (let from = 0; !reader.read(from, from + slice); from += slice) await setImmediate();
  return reader.outline;
}

class OutlineReader extends HtmlReader {
  /** The parser does not get this many characters. */
  private readonly skipped: number;
  readonly outline: PageOutline;
  private readonly length: number;
  /** Only comments, doctype, html and head tags were read so far. */
  private inPrologue = true;
  private sawHtmlTag = false;
  /** This title or heading is being read, with its text so far. */
  private reading: { into: 'title' | 'heading'; parts: string[]; element: OpenElement | undefined } | undefined;
  /** The reader is inside an element whose text is not shown. */
  private muted = false;
  private readonly mayHaveTitleFrom: (index: number) => boolean;
  private readonly mayHaveHeadingFrom: (index: number) => boolean;

  constructor(private readonly html: string) {
    super({ sourceCodeLocationInfo: true });
    this.skipped = html.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    this.mayHaveTitleFrom = occursFrom(html, /<title/gi);
    this.mayHaveHeadingFrom = occursFrom(html, /<h[1-6]/gi);
    // Without a title and a heading the text after the last tag does not matter. 1 MB of it takes 40 to 260 ms.
    const hasText = this.mayHaveTitleFrom(0) || this.mayHaveHeadingFrom(0);
    this.length = hasText ? html.length : Math.max(this.skipped, html.lastIndexOf('>') + 1);
    this.outline = {
      title: undefined,
      heading: undefined,
      hasTitleElement: false,
      titleInsertionIndex: this.skipped,
    };
  }

  /** @returns whether the outline is complete */
  read(from: number, to = Infinity): boolean {
    const isLast = to >= this.length;
    this.tokenizer.write(this.html.slice(Math.max(from, this.skipped), Math.min(to, this.length)), isLast);
    return isLast || this.tokenizer.paused;
  }

  protected override beforeTags(token: Token.Token): void {
    if (token.type === Token.TokenType.DOCTYPE) this.moveInsertion(token, !this.sawHtmlTag);
  }

  protected override comment(token: Token.CommentToken): void {
    this.moveInsertion(token, !this.sawHtmlTag);
  }

  protected override startTag(tag: Token.TagToken, isHtml: boolean, isRaw: boolean): void {
    this.readPrologue(tag);
    if (isHtml) this.startHtmlTag(tag, isRaw);
    this.pauseIfComplete(tag);
  }

  private startHtmlTag(tag: Token.TagToken, isRaw: boolean): void {
    // A script inside a heading is not part of its text.
    if (isRaw) this.muted = tag.tagName !== 'title';
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

  protected override endTag(tag: Token.TagToken): void {
    if (['head', 'body', 'html', 'br'].includes(tag.tagName)) this.inPrologue = false;
    this.muted = false;
    // A title has no tags inside, so the first end tag is its own.
    if (this.reading?.into === 'title') this.finishReading();
    else this.finishIfLeft();
    this.pauseIfComplete(tag);
  }

  protected override text(token: Token.CharacterToken): void {
    if (/\S/.test(token.chars)) this.inPrologue = false;
    if (this.reading && !this.muted) this.reading.parts.push(token.chars);
  }

  private finishIfLeft(): void {
    if (this.reading?.element && !this.open.isOpen(this.reading.element)) this.finishReading();
  }

  protected override end(): void {
    this.finishReading();
  }

  private finishReading(): void {
    if (!this.reading) return;
    const { into, parts } = this.reading;
    this.reading = undefined;
    const text = collapseWhiteSpace(parts.join(''));
    if (text.trim() === '') return;
    this.outline[into] ??= text;
  }

  private pauseIfComplete({ location }: Token.TagToken): void {
    const { title, heading } = this.outline;
    if (title === undefined && (this.inPrologue || this.reading)) return;
    const at = (location?.endOffset ?? 0) + this.skipped;
    const isComplete = !this.mayHaveTitleFrom(at) && (heading !== undefined || !this.mayHaveHeadingFrom(at));
    if (title !== undefined || isComplete) this.tokenizer.pause();
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

/** Tells whether a text has the pattern at an index or after it. The index must grow: the text is read once. */
function occursFrom(text: string, pattern: RegExp): (index: number) => boolean {
  let next: number | undefined = -1;
  return (index) => {
    if (next !== undefined && next < index) {
      pattern.lastIndex = index;
      next = pattern.exec(text)?.index;
    }
    return next !== undefined;
  };
}

/** Collapses like `document.title`: only ASCII white space goes, no-break and ideographic spaces stay. */
function collapseWhiteSpace(text: string): string {
  return text.replaceAll(/[\t\n\f\r ]+/g, ' ').replaceAll(/^ | $/g, '');
}
