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
  /** The end tag of an ordinary element inside looks no further. */
  isSpecial: boolean;
  /** No end tag inside looks further, but for a few. */
  endsScope: boolean;
}

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
  /** How many of each name are open, so that an end tag of nothing open costs nothing. */
  private readonly openNames = new Map<string, number>();

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
    if (closesParagraph.has(name) && this.openNames.get('p')) this.endParagraph();
    if (name === 'button' && this.openNames.get(name)) this.endHtml(name);
    const top = this.stack.at(-1);
    if (top?.namespace === 'html' && (selfReplacing.has(name) ? top.name === name : bothHeadings(name, top.name))) {
      this.pop();
    }
    if (!this.ignores(name)) this.push(name, 'html', false);
    return true;
  }

  end(name: string): void {
    if (this.inForeign && (name === 'p' || name === 'br')) this.leaveForeign();
    if (!this.openNames.get(name) && !headings.has(name)) return;
    if (this.endForeign(name)) return;
    if (formattingElements.has(name)) this.endFormatting(name);
    else this.endHtml(name);
  }

  /** Whether a start tag opens nothing that an end tag could end. */
  private ignores(name: string): boolean {
    if (tableParts.has(name)) return !this.openNames.get('table') && !this.inTemplate;
    return voidElements.has(name) || endsNothing.has(name);
  }

  private leaveForeign(): void {
    while (this.inForeign) this.pop();
  }

  /** From inside SVG or MathML an end tag first looks through all of it. @returns whether it ended something there */
  private endForeign(name: string): boolean {
    for (let index = this.stack.length - 1; this.stack[index] && this.stack[index]?.namespace !== 'html'; index--) {
      if (this.stack[index]?.name !== name) continue;
      this.popFrom(index);
      return true;
    }
    return false;
  }

  private endHtml(name: string): void {
    for (let index = this.stack.length - 1; index >= 0; index--) {
      const element = this.stack[index];
      if (!element) return;
      if (element.namespace === 'html' && (element.name === name || bothHeadings(name, element.name))) {
        this.popFrom(index);
        return;
      }
      if (stops(element, name)) return;
    }
  }

  /** A bold that ends while blocks inside it are open leaves those open, and ends what is inside the last of them. */
  private endFormatting(name: string): void {
    let blockAt = -1;
    for (let index = this.stack.length - 1; index >= 0; index--) {
      const element = this.stack[index];
      if (!element || element.endsScope) return;
      if (element.namespace === 'html' && element.name === name) {
        this.popFrom(blockAt === -1 ? index : blockAt + 1);
        return;
      }
      if (blockAt === -1 && element.isSpecial) blockAt = index;
    }
  }

  /** A start tag that no paragraph may hold ends the open one. */
  private endParagraph(): void {
    for (let index = this.stack.length - 1; index >= 0; index--) {
      const element = this.stack[index];
      if (!element || element.endsScope || element.name === 'button') return;
      if (element.namespace === 'html' && element.name === 'p') {
        this.popFrom(index);
        return;
      }
    }
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
    this.openNames.set(name, (this.openNames.get(name) ?? 0) + 1);
    const isSpecial = namespace === 'html' ? specialElements.has(name) : integration;
    const endsScope = namespace === 'html' ? scopeBoundaries.has(name) : integration;
    this.stack.push({ depth: this.stack.length, name, namespace, integration, isSpecial, endsScope });
  }

  private pop(): void {
    const element = this.stack.pop();
    if (!element) return;
    this.openNames.set(element.name, (this.openNames.get(element.name) ?? 1) - 1);
    if (element.name === 'template' && element.namespace === 'html') this.templates--;
  }
}

/** Whether an end tag that is not this element's looks no further. */
function stops(element: OpenElement, endTag: string): boolean {
  if (endTag === 'template') return false;
  if (element.namespace !== 'html' || !specialElements.has(endTag)) return element.isSpecial;
  if (element.name === 'template' || element.name === 'table') return true;
  // The end tag of a table's part reaches through cells, up to the table.
  return element.endsScope && endTag !== 'table' && !tableParts.has(endTag);
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
