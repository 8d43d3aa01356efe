import { type Token, Tokenizer } from 'parse5';

/**
 * parse5's tokenizer, except that it looks for doubled attributes in a set. The original goes through all attributes of
 * the tag for each of them: a page that is one tag would cost the square of its length.
 */
export class LinearTokenizer extends Tokenizer {
  private tag: Token.Token | null = null;
  private readonly names = new Set<string>();

  protected override _leaveAttrName(): void {
    const tag = this.currentToken;
    if (!tag || !('attrs' in tag)) return;
    if (tag !== this.tag) {
      this.tag = tag;
      this.names.clear();
    }
    const { size } = this.names.add(this.currentAttr.name);
    if (size === tag.attrs.length) return;
    tag.attrs.push(this.currentAttr);
    // The only location that is read: an object for each attribute would let hostile pages use too much memory.
    if (this.currentAttr.name === 'srcdoc' && tag.location) {
      const startOffset = this.preprocessor.offset - this.currentAttr.name.length;
      tag.location.attrs = { srcdoc: { ...tag.location, startOffset } };
    }
  }
}
