import { HtmlReader, type OpenElement, type Token } from '@haru/page-html';
import type { CpuBudget } from '../cpu-budget.js';
import { type Attributes, attributesOf, ElementReader } from './element-reader.js';
import { isPage } from './hidden-page.js';
import { LABEL_LENGTH, type Layer, type Nested, placeIn } from './layer.js';
import { addTo, type NamedText, type PageFacts } from './page-facts.js';

const MAX_TEXT = 300;
/** These elements may divide a word. */
const IN_LINE = new Set('a abbr b bdi bdo big em font i mark ruby s small span strong sub sup tt u wbr'.split(' '));
const HOME = /^\s*(?:(?:#|\/|\.\/|index\.\w{2,4}|javascript:[^]*)\s*)?$/i;
const LOGO_LINK = /logo|brand/i;
const LOGO = /(?:^|[-_\s])(?:logo|brand|site-?title|site-?name|app-?name|header|masthead)/i;

export const HIDDEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?![.\d]*[1-9]))/i;

/** The text of a title, heading, logo or label is being read. */
interface Capture {
  into: (text: NamedText) => void;
  /** Each open element has at most one. */
  element: OpenElement | undefined;
  from: number;
  /** It is true for a logo, which may have links to other sites in it. */
  mayHaveLinks: boolean;
  /** It is the index in `captured` of its first text. */
  start: number;
}

/** Reads one page, or one text with markup, into the facts. */
export class LayerReader extends HtmlReader {
  /** It is the index of the last start tag. */
  at = 0;
  private readonly elements: ElementReader;
  private readonly captures: Capture[] = [];
  /** These texts were read since the outermost capture began. */
  private captured: string[] = [];
  /** Later titles, such as those of drawings, are not the page's. */
  private hasTitle = false;
  private rawText: { name: string; from: number } | undefined;
  private action: OpenElement | undefined;
  /** This outermost open element hides its text. */
  private hidden: OpenElement | undefined;
  private recent = '';
  private isNewLine = true;
  private readonly firstLine: NamedText[] = [];
  private isFirstLineRead = false;
  private parts: string[] = [];
  private textFrom: number | undefined;

  constructor(
    private readonly layer: Layer,
    private readonly facts: PageFacts,
    private readonly nested: Nested,
    private readonly budget: CpuBudget,
    private readonly maxText: number,
  ) {
    super({ sourceCodeLocationInfo: true });
    this.elements = new ElementReader(facts, nested);
  }

  /** @throws BudgetExceededError */
  read(): void {
    this.tokenizer.write(this.layer.html, true);
  }

  protected override beforeTags(token: Token.Token): void {
    this.at = token.location?.startOffset ?? this.at;
    this.budget.spend((token.location?.endOffset ?? this.at) - this.at);
    this.finishText();
    if (this.rawText) this.leaveRawText(this.at);
  }

  protected override attribute(): void {
    this.budget.spend(0);
  }

  protected override startTag(tag: Token.TagToken, isHtml: boolean, isRaw: boolean): void {
    const { at } = this;
    const end = tag.location?.endOffset ?? at;
    this.leaveCaptures();
    const attributes = attributesOf(tag);
    // In XML, names may have a prefix.
    const name = tag.tagName.replace(/^.*:/, '');
    this.hide(tag.tagName, attributes);
    // The tokenizer reads the text of a script in SVG like that of an ordinary element.
    if (isRaw || (name === 'script' && !tag.selfClosing)) this.rawText = { name, from: end };
    if (isHtml) this.capture(name, attributes, at);
    if (!IN_LINE.has(name)) this.startLine();
    const isAction = this.action !== undefined && this.open.isOpen(this.action);
    if (this.elements.read(name, attributes, placeIn(this.layer, at, end), this.recent, isAction)) this.recent = '';
    if (!isAction) this.addCaptured(attributes.get('alt') ?? '');
  }

  private hide(name: string, attributes: Attributes): void {
    if (this.hidden && this.open.isOpen(this.hidden)) return;
    const isHidden =
      name === 'template' || attributes.has('hidden') || HIDDEN_STYLE.test(attributes.get('style') ?? '');
    // A tag that opens nothing, such as `<img hidden>`, hides no text.
    this.hidden = isHidden && this.open.innermost?.name === name ? this.open.innermost : undefined;
  }

  private capture(name: string, attributes: Attributes, at: number): void {
    const start = (into: (text: NamedText) => void, mayHaveLinks = false) => {
      const element = this.open.innermost;
      // A tag may open nothing, such as `<hr>` or one that is too deep. The following text then belongs to it, no
      // longer to the tag before.
      if (this.captures.at(-1)?.element === element) this.finishCapture();
      this.captures.push({ into, element, from: at, mayHaveLinks, start: this.captured.length });
    };
    const { facts } = this;
    if (name === 'button' || (name === 'a' && !HOME.test(attributes.get('href') ?? '')))
      this.action = this.open.innermost;
    if (name === 'title' && !this.hasTitle) {
      this.hasTitle = true;
      start((text) => addTo(facts.titles, text));
    } else if (name === 'h1') start((text) => addTo(facts.headings, text));
    else if (name === 'label' && attributes.get('for')) {
      start(({ text }) => facts.labels.set(attributes.get('for') ?? '', text));
    } else if (
      name !== 'img' &&
      name !== 'button' &&
      (name === 'a' ? LOGO_LINK : LOGO).test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`)
    ) {
      start((text) => addTo(facts.headings, text), true);
    }
  }

  protected override endTag(tag: Token.TagToken): void {
    if (!IN_LINE.has(tag.tagName)) this.startLine();
    this.leaveCaptures();
  }

  private leaveRawText(end: number): void {
    const raw = this.rawText;
    if (!raw) return;
    this.rawText = undefined;
    // Otherwise a page in CDATA would begin with a comment.
    const text = this.layer.html.slice(raw.from, end).replace('<![CDATA[', ' '.repeat(9));
    // A script may write the text of a `<textarea>` or `<xmp>` into the page. In XML, each may have elements.
    if ((raw.name !== 'title' && raw.name !== 'style') || isPage(text)) {
      this.nested(text, raw.from, raw.name === 'script' ? 'script' : 'text');
    }
  }

  protected override text(token: Token.CharacterToken): void {
    this.budget.spend(token.chars.length);
    this.addText(token.chars, token.location?.startOffset ?? 0);
  }

  private addText(text: string, at: number): void {
    if (this.rawText && this.rawText.name !== 'title') return;
    this.textFrom ??= at;
    this.parts.push(text);
  }

  private finishText(): void {
    const text = this.parts.join('');
    const at = this.textFrom ?? 0;
    this.parts = [];
    this.textFrom = undefined;
    if (text.trim() === '') return;
    const action = this.action && this.open.isOpen(this.action) ? this.action : undefined;
    const capture = this.captures.at(-1);
    const isLinked = capture?.mayHaveLinks && action && capture.element && action.depth > capture.element.depth;
    if (!isLinked) this.addCaptured(text);
    if (this.rawText) return;
    this.recent = (this.isNewLine ? text : this.recent + text).trim().slice(-LABEL_LENGTH);
    this.isNewLine = false;
    const isHidden = this.hidden !== undefined && this.open.isOpen(this.hidden);
    const found = { text, isHidden, isAction: action !== undefined, place: placeIn(this.layer, at) };
    if (this.layer.depth === 0) this.facts.textLength += text.length;
    if (!this.isFirstLineRead && !action && this.firstLine.push(found) === 1) this.addName(found);
    this.facts.texts.push(found);
    if (this.facts.textLength >= this.maxText) this.tokenizer.pause();
  }

  /** Adds the name of a page that marks up no heading. */
  private addName(name: NamedText): void {
    if (name.text.length <= MAX_TEXT && this.layer.depth === 0) addTo(this.facts.headings, name);
  }

  private startLine(): void {
    this.isNewLine = true;
    const [first] = this.firstLine;
    if (!first || this.isFirstLineRead) return;
    this.isFirstLineRead = true;
    if (this.firstLine.length > 1) this.addName({ ...first, text: this.firstLine.map(({ text }) => text).join('') });
  }

  protected override comment(token: Token.CommentToken): void {
    this.budget.spend(token.data.length);
    const at = token.location?.startOffset ?? 0;
    // In XML, CDATA is text.
    if (token.data.startsWith('[CDATA[')) this.addText(token.data.slice(7).replace(/\]\]$/, ''), at);
    addTo(this.facts.comments, { text: token.data.slice(0, MAX_TEXT), place: placeIn(this.layer, at) });
  }

  private addCaptured(text: string): void {
    if (this.captures.length > 0 && text !== '') this.captured.push(text);
  }

  /** The innermost one ends first, because it started last. */
  private leaveCaptures(): void {
    for (let last = this.captures.at(-1); last && !(last.element && this.open.isOpen(last.element));) {
      this.finishCapture();
      last = this.captures.at(-1);
    }
  }

  private finishCapture(): void {
    const capture = this.captures.pop();
    if (!capture) return;
    let text = '';
    for (let index = capture.start; index < this.captured.length && text.length < MAX_TEXT; index++) {
      text += this.captured[index] ?? '';
    }
    if (this.captures.length === 0) this.captured = [];
    text = text.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ').trim();
    if (text !== '') capture.into({ text, place: placeIn(this.layer, capture.from) });
  }

  protected override end(): void {
    this.finishText();
    this.leaveRawText(this.layer.html.length);
    while (this.captures.length > 0) this.finishCapture();
  }
}
