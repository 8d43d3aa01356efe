import type { Token } from 'parse5';
import {
  closesParagraph,
  endsNothing,
  foreignBreakouts,
  formattingElements,
  headings,
  mathTextIntegration,
  scopeBoundaries,
  selfReplacing,
  specialElements,
  tableParts,
  svgHtmlIntegration,
  voidElements,
} from './html-elements.js';

export interface OpenElement {
  depth: number;
  name: string;
  namespace: 'html' | 'svg' | 'math';
  /** The element is foreign and its content is HTML again. */
  integration: boolean;
  /** It has the depth of the innermost element of each kind, this one included; -1 without one. */
  innermost: Innermost;
}

/** With these depths an end tag finds its element and its limit without a walk through all open elements. */
interface Innermost {
  html: number;
  heading: number;
  /** The search of an ordinary end tag stops here. */
  special: number;
  /** The search of every end tag stops here, except those of tables and their parts. */
  scope: number;
  /** The search of those stops here. */
  tableScope: number;
  /** A start tag that ends a paragraph searches up to here. */
  paragraphScope: number;
}

const NOTHING: Innermost = { html: -1, heading: -1, special: -1, scope: -1, tableScope: -1, paragraphScope: -1 };

/** Browsers have the same limit and read deeper elements as siblings. It also bounds the time for a hostile page. */
const MAX_DEPTH = 512;

/**
 * Tracks the elements that are open at a point of a page: enough of the tree builder to tell an SVG title from the
 * page's, a template's content from the page's, and where a heading ends. A full parser is not used because its time
 * and memory grow with the square of a hostile page's size. One case is not followed: a bold that its block's end
 * closed is opened again behind it, so that its end tag may end an SVG that is open there.
 */
export class OpenElements {
  private readonly stack: OpenElement[] = [];
  private templates = 0;
  /** They are the depths of the open elements of each name, innermost last. */
  private readonly htmlDepths = new Map<string, number[]>();
  private readonly foreignDepths = new Map<string, number[]>();

  /** Whether the next token belongs to SVG or MathML, not HTML. */
  get inForeign(): boolean {
    const top = this.stack.at(-1);
    return top !== undefined && top.namespace !== 'html' && !top.integration;
  }

  get inTemplate(): boolean {
    return this.templates > 0;
  }

  /** Returns the innermost element, to ask later whether it is still open. */
  get innermost(): OpenElement | undefined {
    return this.stack.at(-1);
  }

  isOpen(element: OpenElement): boolean {
    return this.stack[element.depth] === element;
  }

  /** @returns whether the tag is an HTML element's; a foreign one's otherwise. */
  start(tag: Token.TagToken): boolean {
    const name = tag.tagName;
    if (this.inForeign) {
      if (!leavesForeign(tag)) {
        const parent = this.stack.at(-1);
        const isMath = parent?.namespace === 'math' && !(name === 'svg' && parent.name === 'annotation-xml');
        this.pushForeign(tag, isMath ? 'math' : 'svg');
        return false;
      }
      this.leaveForeign();
    }
    if (name === 'svg' || name === 'math') {
      this.pushForeign(tag, name);
      return false;
    }
    if (closesParagraph.has(name)) this.endParagraph();
    if (name === 'button') this.endHtml(name);
    const top = this.stack.at(-1);
    if (top?.namespace === 'html' && (selfReplacing.has(name) ? top.name === name : bothHeadings(name, top.name))) {
      this.pop();
    }
    if (!this.ignores(name)) this.push(name, 'html', false);
    return true;
  }

  end(name: string): void {
    if (this.inForeign && (name === 'p' || name === 'br')) this.leaveForeign();
    if (this.endForeign(name)) return;
    if (formattingElements.has(name)) this.endFormatting(name);
    else this.endHtml(name);
  }

  /** Whether a start tag opens nothing that an end tag could end. */
  private ignores(name: string): boolean {
    if (tableParts.has(name)) return !this.isNameOpen('table') && !this.inTemplate;
    return voidElements.has(name) || endsNothing.has(name);
  }

  private leaveForeign(): void {
    while (this.inForeign) this.pop();
  }

  private get innermostDepths(): Innermost {
    return this.stack.at(-1)?.innermost ?? NOTHING;
  }

  private depthOf(name: string, depths = this.htmlDepths): number {
    return depths.get(name)?.at(-1) ?? -1;
  }

  private isNameOpen(name: string): boolean {
    return this.depthOf(name) !== -1 || this.depthOf(name, this.foreignDepths) !== -1;
  }

  /** Searches all of the SVG or MathML first. @returns whether the end tag ended something there */
  private endForeign(name: string): boolean {
    const depth = this.depthOf(name, this.foreignDepths);
    if (depth <= this.innermostDepths.html) return false;
    this.popFrom(depth);
    return true;
  }

  private endHtml(name: string): void {
    const depth = headings.has(name) ? this.innermostDepths.heading : this.depthOf(name);
    if (depth !== -1 && depth >= this.limitOf(name)) this.popFrom(depth);
  }

  /** Returns the depth at which the search of an end tag stops; it may end the element there. */
  private limitOf(name: string): number {
    if (name === 'template') return -1;
    const { special, scope, tableScope } = this.innermostDepths;
    if (!specialElements.has(name)) return special;
    return name === 'table' || tableParts.has(name) ? tableScope : scope;
  }

  /** Ends an element such as bold. Blocks inside it stay open, and what is inside the last of them ends. */
  private endFormatting(name: string): void {
    const depth = this.depthOf(name);
    const { special, scope } = this.innermostDepths;
    if (depth > scope) this.popFrom(special > depth ? special + 1 : depth);
  }

  /** Ends an open paragraph before a start tag that it may not hold. */
  private endParagraph(): void {
    const depth = this.depthOf('p');
    if (depth > this.innermostDepths.paragraphScope) this.popFrom(depth);
  }

  private popFrom(index: number): void {
    while (this.stack.length > index) this.pop();
  }

  private pushForeign(tag: Token.TagToken, namespace: 'svg' | 'math'): void {
    if (tag.selfClosing) return;
    const name = tag.tagName;
    const integration =
      namespace === 'svg'
        ? svgHtmlIntegration.has(name)
        : mathTextIntegration.has(name) || (name === 'annotation-xml' && isHtmlAnnotation(tag));
    this.push(name, namespace, integration);
  }

  private push(name: string, namespace: OpenElement['namespace'], integration: boolean): void {
    if (this.stack.length >= MAX_DEPTH) return;
    if (name === 'template' && namespace === 'html') this.templates++;
    const depth = this.stack.length;
    const isHtml = namespace === 'html';
    this.stack.push({
      depth,
      name,
      namespace,
      integration,
      innermost: this.innermostWith(depth, name, isHtml, integration),
    });
    const depths = isHtml ? this.htmlDepths : this.foreignDepths;
    const known = depths.get(name);
    if (known) known.push(depth);
    else depths.set(name, [depth]);
  }

  private innermostWith(depth: number, name: string, isHtml: boolean, integration: boolean): Innermost {
    const around = this.innermostDepths;
    const scope = (isHtml ? scopeBoundaries.has(name) : integration) ? depth : around.scope;
    const isTableScope = isHtml ? name === 'table' || name === 'template' : integration;
    return {
      html: isHtml ? depth : around.html,
      heading: isHtml && headings.has(name) ? depth : around.heading,
      special: (isHtml ? specialElements.has(name) : integration) ? depth : around.special,
      scope,
      tableScope: isTableScope ? depth : around.tableScope,
      paragraphScope: scope === depth || name === 'button' ? depth : around.paragraphScope,
    };
  }

  private pop(): void {
    const element = this.stack.pop();
    if (!element) return;
    const { name, namespace } = element;
    (namespace === 'html' ? this.htmlDepths : this.foreignDepths).get(name)?.pop();
    if (name === 'template' && namespace === 'html') this.templates--;
  }
}

function bothHeadings(one: string, other: string): boolean {
  return headings.has(one) && headings.has(other);
}

function leavesForeign(tag: Token.TagToken): boolean {
  if (tag.tagName === 'font') return tag.attrs.some(({ name }) => ['color', 'face', 'size'].includes(name));
  return foreignBreakouts.has(tag.tagName);
}

function isHtmlAnnotation(tag: Token.TagToken): boolean {
  const encoding = tag.attrs.find(({ name }) => name === 'encoding')?.value.toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml';
}
