import type { Token } from 'parse5';
import {
  foreignBreakouts,
  headings,
  mathTextIntegration,
  scopeBoundaries,
  selfReplacing,
  specialElements,
  svgHtmlIntegration,
  voidElements,
} from './html-elements.js';

export interface OpenElement {
  depth: number;
  name: string;
  namespace: 'html' | 'svg' | 'math';
  /** A foreign element whose content is HTML again. */
  integration: boolean;
}

/** As browsers do: deeper ones are read as siblings. It also bounds the time that a hostile page can cost. */
const MAX_DEPTH = 512;

/**
 * The elements that are open at a point of a page: enough of the tree builder to tell an SVG title from the page's,
 * a template's content from the page's, and where a heading ends. A full parser is not used because its time and
 * memory grow with the square of a hostile page's size.
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
      while (this.inForeign) this.pop();
    }
    if (name === 'svg' || name === 'math') {
      this.pushForeign(tag, name);
      return false;
    }
    const top = this.stack.at(-1);
    if (top?.namespace === 'html' && (selfReplacing.has(name) ? top.name === name : bothHeadings(name, top.name))) {
      this.pop();
    }
    if (!voidElements.has(name)) this.push(name, 'html', false);
    return true;
  }

  end(name: string): void {
    if (!this.openNames.get(name) && !headings.has(name)) return;
    // From inside SVG or MathML an end tag looks through all of it before HTML's rules take over.
    let onlyForeignSoFar = true;
    for (let index = this.stack.length - 1; index >= 0; index--) {
      const element = this.stack[index];
      if (!element) return;
      if (element.name === name || (element.namespace === 'html' && bothHeadings(name, element.name))) {
        while (this.stack.length > index) this.pop();
        return;
      }
      onlyForeignSoFar &&= element.namespace !== 'html';
      if (!onlyForeignSoFar && stops(element, name)) return;
    }
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
    this.stack.push({ depth: this.stack.length, name, namespace, integration });
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
  if (!specialElements.has(endTag)) return element.namespace === 'html' && specialElements.has(element.name);
  if (element.namespace !== 'html') return element.integration;
  if (element.name === 'template' || element.name === 'table') return true;
  // The end tag of a table's part reaches through cells, up to the table.
  return scopeBoundaries.has(element.name) && !tableParts.has(endTag);
}

const tableParts: ReadonlySet<string> = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption']);

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
