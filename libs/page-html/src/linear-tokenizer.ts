import { type Token, type TokenHandler, Tokenizer, type TokenizerOptions } from 'parse5';

/**
 * This is parse5's tokenizer, but it finds doubled attributes with a set. The original compares each attribute with all
 * others of the tag, so a page that is one tag would take quadratic time.
 */
export class LinearTokenizer extends Tokenizer {
  declare paused: boolean;
  private tag: Token.Token | null = null;
  private readonly names = new Set<string>();

  /** @param onAttribute is called for each attribute: a page may be one tag with 150,000 of them */
  constructor(
    options: TokenizerOptions,
    handler: TokenHandler,
    private readonly onAttribute: () => void = () => undefined,
  ) {
    super(options, handler);
  }

  protected override _leaveAttrName(): void {
    this.onAttribute();
    const tag = this.currentToken;
    if (!tag || !('attrs' in tag)) return;
    if (tag !== this.tag) {
      this.tag = tag;
      this.names.clear();
    }
    const { size } = this.names.add(this.currentAttr.name);
    if (size === tag.attrs.length) return;
    tag.attrs.push(this.currentAttr);
    // No other location is read: an object for each attribute would let hostile pages use too much memory.
    if (this.currentAttr.name === 'srcdoc' && tag.location) {
      const startOffset = this.preprocessor.offset - this.currentAttr.name.length;
      tag.location.attrs = { srcdoc: { ...tag.location, startOffset } };
    }
  }
}
