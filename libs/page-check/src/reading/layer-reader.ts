import { type Token, textModeOf, type OpenElement, OpenElements } from '@haru/page-html';
import { type Attributes, attributesOf } from './attributes.js';
import { BudgetedTokenizer } from './budgeted-tokenizer.js';
import type { CpuBudget } from '../cpu-budget.js';
import { LABEL_LENGTH, type Layer, type Nested, placeIn } from './layer.js';
import { addTo, type NamedText, type PageFacts } from './page-facts.js';
import { ElementReader } from './element-reader.js';

const MAX_TEXT = 300;
/** These elements may divide a word. */
const IN_LINE = new Set('a abbr b bdi bdo big em font i mark ruby s small span strong sub sup tt u wbr'.split(' '));
const HOME = /^\s*(?:(?:#|\/|\.\/|index\.\w{2,4}|javascript:[^]*)\s*)?$/i;
const LOGO_LINK = /logo|brand/i;
const LOGO = /(?:^|[-_\s])(?:logo|brand|site-?title|site-?name|app-?name|header|masthead)/i;

const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size)\s*:\s*0(?![.\d]*[1-9]))/i;

/** The text of a title, heading, logo or label is being read. */
interface Capture {
  into: (text: NamedText) => void;
  /** Each open element has at most one. */
  element: OpenElement | undefined;
  from: number;
  /** It is true for a header or logo, which may have links to other sites in it. */
  mayHaveLinks: boolean;
  /** It is the index in `captured` of its first text. */
  start: number;
}

/** Reads one page, or one text with markup, into the facts. */
export class LayerReader {
  /** It is the index of the last start tag. */
  at = 0;
  private readonly open = new OpenElements();
  private readonly tokenizer: BudgetedTokenizer;
  private readonly elements: ElementReader;
  private readonly captures: Capture[] = [];
  /** These texts were read since the outermost capture began. */
  private captured: string[] = [];
  /** Later titles, such as those of drawings, are not the page's. */
  private hasTitle = false;
  private rawText: { name: string; from: number } | undefined;
  private action: OpenElement | undefined;
  private footer: OpenElement | undefined;
  /** This outermost open element hides its text. */
  private hidden: OpenElement | undefined;
  /** A script in SVG begins here; its text is tokenized like that of an ordinary element. */
  private foreignScriptFrom: number | undefined;
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
  ) {
    this.elements = new ElementReader(layer, facts, nested);
    this.tokenizer = new BudgetedTokenizer(
      budget,
      { sourceCodeLocationInfo: true },
      {
        onDoctype: () => undefined,
        onComment: (token) => this.comment(token),
        onStartTag: (token) => this.startTag(token),
        onEndTag: (token) => this.endTag(token),
        onCharacter: (token) => this.text(token),
        onWhitespaceCharacter: (token) => this.text(token),
        onNullCharacter: () => undefined,
        onEof: () => this.finish(),
      },
    );
  }

  /** @throws BudgetExceededError */
  read(): void {
    this.tokenizer.write(this.layer.html, true);
  }

  private startTag(tag: Token.TagToken): void {
    const at = tag.location?.startOffset ?? 0;
    const end = tag.location?.endOffset ?? at;
    this.at = at;
    this.budget.spend(end - at);
    this.finishText();
    const isHtml = this.open.start(tag);
    this.tokenizer.inForeignNode = this.open.inForeign;
    this.leaveCaptures();
    const attributes = attributesOf(tag);
    this.hide(tag.tagName, attributes);
    if (isHtml) {
      const mode = textModeOf(tag.tagName);
      if (mode !== undefined) {
        this.tokenizer.state = mode;
        this.rawText = { name: tag.tagName, from: end };
      }
      this.capture(tag.tagName, attributes, at);
    } else if (tag.tagName === 'script' && !tag.selfClosing) this.foreignScriptFrom = end;
    if (!IN_LINE.has(tag.tagName)) this.startLine();
    const isAction = this.action !== undefined && this.open.isOpen(this.action);
    if (this.elements.read(tag.tagName, attributes, { at, end, label: this.recent, isAction })) this.recent = '';
    // A heading's own label replaces its text, and is not part of it.
    const isOwn = this.open.innermost !== undefined && this.captures.at(-1)?.element === this.open.innermost;
    if (!isAction) this.addCaptured(attributes.get('alt') || (isOwn ? '' : attributes.get('aria-label')));
  }

  private hide(name: string, attributes: Attributes): void {
    if (this.hidden && this.open.isOpen(this.hidden)) return;
    const isHidden = name === 'template' || attributes.has('hidden') || HIDDEN_STYLE.test(attributes.get('style'));
    // A tag that opens nothing, such as `<img hidden>`, hides no text.
    this.hidden = isHidden && this.open.innermost?.name === name ? this.open.innermost : undefined;
  }

  private capture(name: string, attributes: Attributes, at: number): void {
    const start = (into: (text: NamedText) => void, mayHaveLinks = false) => {
      const named = attributes.get('aria-label');
      if (named !== '') into({ text: named, place: placeIn(this.layer, at) });
      const element = this.open.innermost;
      // A tag may open nothing, such as `<hr>` or one that is too deep. The following text then belongs to it, no
      // longer to the tag before.
      if (this.captures.at(-1)?.element === element) this.finishCapture();
      this.captures.push({ into, element, from: at, mayHaveLinks, start: this.captured.length });
    };
    const { facts } = this;
    if (name === 'button' || (name === 'a' && !HOME.test(attributes.get('href')))) this.action = this.open.innermost;
    if (name === 'footer') this.footer = this.open.innermost;
    if (name === 'title') {
      if (!this.hasTitle) start((text) => addTo(facts.titles, text));
      this.hasTitle = true;
    }
    if (name === 'h1') start((text) => addTo(facts.headings, text));
    else if (name === 'h2') start((text) => addTo(facts.subheadings, text));
    else if (name === 'label' && attributes.get('for') !== '') {
      start(({ text }) => facts.labels.set(attributes.get('for'), text));
    } else if (name === 'label') {
      const { length } = facts.fields;
      const isBehind = this.recent === '';
      start(({ text }) => {
        const before = facts.fields.length === length ? facts.fields.at(-1) : undefined;
        if (before && isBehind) before.label += ` ${text}`;
      });
    } else if (
      name === 'header' ||
      (name !== 'img' &&
        name !== 'button' &&
        (name === 'a' ? LOGO_LINK : LOGO).test(`${attributes.get('class')} ${attributes.get('id')}`))
    ) {
      start((text) => addTo(facts.headings, text), true);
    }
  }

  private endTag(tag: Token.TagToken): void {
    const at = tag.location?.startOffset ?? 0;
    this.budget.spend(tag.tagName.length);
    this.finishText();
    if (this.rawText) this.leaveRawText(at);
    if (tag.tagName === 'script') this.leaveForeignScript(at);
    if (!IN_LINE.has(tag.tagName)) this.startLine();
    this.open.end(tag.tagName);
    this.tokenizer.inForeignNode = this.open.inForeign;
    this.leaveCaptures();
  }

  private leaveRawText(end: number): void {
    const raw = this.rawText;
    if (!raw) return;
    this.rawText = undefined;
    const source = this.layer.html.slice(raw.from, end);
    if (raw.name === 'script') this.nested.script(source, raw.from);
    else if (raw.name === 'style') this.elements.readStyle(source, raw.from);
    // A script may write the text of a `<textarea>` or `<xmp>` into the page.
    else if (raw.name !== 'title') this.nested.encoded(source, raw.from);
  }

  private leaveForeignScript(end: number): void {
    if (this.foreignScriptFrom === undefined) return;
    const source = this.layer.html.slice(this.foreignScriptFrom, end).replace(/^\s*<!\[CDATA\[/, '');
    this.nested.script(source, this.foreignScriptFrom);
    this.foreignScriptFrom = undefined;
  }

  /** White space comes as tokens of its own: the text is everything between two tags. */
  private text(token: Token.CharacterToken): void {
    this.budget.spend(token.chars.length);
    if (this.rawText && this.rawText.name !== 'title') return;
    this.textFrom ??= token.location?.startOffset ?? 0;
    this.parts.push(token.chars);
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
    const isFooter = this.footer !== undefined && this.open.isOpen(this.footer);
    if (!this.isFirstLineRead && !isFooter && !action && this.firstLine.push(found) === 1) this.addName(found);
    this.facts.texts.push(found);
    this.nested.encoded(text, at);
  }

  /** Adds the name of a page that marks up no heading. */
  private addName(name: NamedText): void {
    if (name.text.length <= MAX_TEXT) addTo(this.layer.depth === 0 ? this.facts.headings : this.facts.firstTexts, name);
  }

  private startLine(): void {
    this.isNewLine = true;
    const [first] = this.firstLine;
    if (!first || this.isFirstLineRead) return;
    this.isFirstLineRead = true;
    if (this.firstLine.length > 1) this.addName({ ...first, text: this.firstLine.map(({ text }) => text).join('') });
  }

  private comment(token: Token.CommentToken): void {
    this.budget.spend(token.data.length);
    const at = token.location?.startOffset ?? 0;
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

  private finish(): void {
    this.finishText();
    this.leaveRawText(this.layer.html.length);
    while (this.captures.length > 0) this.finishCapture();
  }
}
