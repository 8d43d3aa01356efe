import type { Token, TokenizerOptions } from 'parse5';
import { textModeOf } from './html-elements.js';
import { LinearTokenizer } from './linear-tokenizer.js';
import { OpenElements } from './open-elements.js';

/** Reads a page tag by tag, and tracks which elements are open. A reader of something in pages extends it. */
export abstract class HtmlReader {
  protected readonly open = new OpenElements();
  protected readonly tokenizer: LinearTokenizer;

  constructor(options: TokenizerOptions) {
    this.tokenizer = new LinearTokenizer(
      options,
      {
        onDoctype: (token) => this.beforeTags?.(token),
        onComment: (token) => this.comment?.(token),
        onStartTag: (tag) => this.openTag(tag),
        onEndTag: (tag) => this.closeTag(tag),
        onCharacter: (token) => this.text(token),
        onWhitespaceCharacter: (token) => this.text(token),
        onNullCharacter: () => undefined,
        onEof: () => this.end?.(),
      },
      () => this.attribute?.(),
    );
  }

  /** @param isHtml it is false for a tag of SVG or MathML @param isRaw the element contains text and no tags */
  protected abstract startTag(tag: Token.TagToken, isHtml: boolean, isRaw: boolean): void;
  protected abstract endTag(tag: Token.TagToken): void;
  /** It gets a word or white space at a time, because the tokenizer splits text there. */
  protected abstract text(token: Token.CharacterToken): void;
  /** It is called before a tag opens or closes something, and for the doctype. */
  protected beforeTags?(token: Token.Token): void;
  protected comment?(token: Token.CommentToken): void;
  protected attribute?(): void;
  protected end?(): void;

  private openTag(tag: Token.TagToken): void {
    this.beforeTags?.(tag);
    const isHtml = this.open.start(tag);
    this.tokenizer.inForeignNode = this.open.inForeign;
    const mode = isHtml ? textModeOf(tag.tagName) : undefined;
    if (mode !== undefined) this.tokenizer.state = mode;
    this.startTag(tag, isHtml, mode !== undefined);
  }

  private closeTag(tag: Token.TagToken): void {
    this.beforeTags?.(tag);
    this.open.end(tag.tagName);
    this.tokenizer.inForeignNode = this.open.inForeign;
    this.endTag(tag);
  }
}
