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
  /** A foreign element whose content is HTML again. */
  integration: boolean;
  /** Depth of the innermost element of a kind, this one included; -1 without one. */
  innermost: Innermost;
}

/** So that an end tag finds what it ends, or what it may not look beyond, without a walk through all open elements. */
interface Innermost {
  html: number;
  heading: number;
  /** The end tag of an ordinary element inside looks no further. */
  special: number;
  /** No end tag inside looks further, but for those of tables and their parts. */
  scope: number;
  /** Those do not either. */
  tableScope: number;
  /** A start tag that ends a paragraph looks no further. */
  paragraphScope: number;
}

const NOTHING: Innermost = { html: -1, heading: -1, special: -1, scope: -1, tableScope: -1, paragraphScope: -1 };

/** As browsers do: deeper ones are read as siblings. It also bounds the time that a hostile page can cost. */
const MAX_DEPTH = 512;

/**
 * The elements that are open at a point of a page: enough of the tree builder to tell an SVG title from the page's,
 * a template's content from the page's, and where a heading ends. A full parser is not used because its time and
 * memory grow with the square of a hostile page's size. Not followed: a bold that its block's end closed is opened again
 * behind it, so that its end tag may end an SVG that stands open there.
 */
export class OpenElements {
  private readonly stack: OpenElement[] = [];
  private templates = 0;
  /** Depths of the open elements of each name, innermost last. */
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

  /** The innermost element, to ask later whether it is still open. */
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

  /** From inside SVG or MathML an end tag first looks through all of it. @returns whether it ended something there */
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

  /** The depth beyond which an end tag does not look; it may end the element there. */
  private limitOf(name: string): number {
    if (name === 'template') return -1;
    const { special, scope, tableScope } = this.innermostDepths;
    if (!specialElements.has(name)) return special;
    return name === 'table' || tableParts.has(name) ? tableScope : scope;
  }

  /** A bold that ends while blocks inside it are open leaves those open, and ends what is inside the last of them. */
  private endFormatting(name: string): void {
    const depth = this.depthOf(name);
    const { special, scope } = this.innermostDepths;
    if (depth > scope) this.popFrom(special > depth ? special + 1 : depth);
  }

  /** A start tag that no paragraph may hold ends the open one. */
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
