import { tokenLinesOf, type Token } from './token-lines.js';

interface Classes {
  line: string | undefined;
  /** Returns the class of a kind of token. */
  token: (name: string) => string | undefined;
}

const MAX_LINES_WITHOUT_PAUSE = 50;

/**
 * Shows the lines of a text as elements, each its own block, so that only those that change are laid out again. A
 * changed line is plain until it is coloured.
 */
export class ColouredLines {
  private lines: string[] = [];

  constructor(
    private readonly container: HTMLElement,
    private readonly classes: Classes,
  ) {}

  /** Tells whether the text differs by so many lines that showing it would delay the next key. */
  isFarFrom(text: string): boolean {
    return Math.abs(text.split('\n').length - this.lines.length) > MAX_LINES_WITHOUT_PAUSE;
  }

  /** Shows another text; unchanged lines keep their colours. */
  show(text: string): void {
    const next = text.split('\n');
    const before = this.lines;
    let start = 0;
    while (start < Math.min(before.length, next.length) && before[start] === next[start]) start += 1;
    let kept = 0;
    const max = Math.min(before.length, next.length) - start;
    while (kept < max && before.at(-1 - kept) === next.at(-1 - kept)) kept += 1;
    const changed = next.slice(start, next.length - kept);
    this.lines = next;
    if (next.length === before.length) this.rewrite(start, changed);
    else this.replace(start, before.length - kept, changed);
  }

  colour(): void {
    const elements = this.container.children;
    for (const [index, tokens] of tokenLinesOf(this.lines.join('\n')).entries()) {
      const element = elements[index];
      const kinds = tokens.map(({ name, text }) => `${name}${text.length}`).join();
      if (!(element instanceof HTMLElement) || element.dataset['kinds'] === kinds) continue;
      element.dataset['kinds'] = kinds;
      element.replaceChildren(...tokens.map((token) => this.piece(token)));
    }
  }

  /** Gives the same elements other texts, so that the numbers of the lines after them are not counted again. */
  private rewrite(start: number, changed: readonly string[]): void {
    for (const [index, line] of changed.entries()) {
      const element = this.container.children[start + index];
      if (!(element instanceof HTMLElement)) continue;
      element.textContent = line;
      delete element.dataset['kinds'];
    }
  }

  private replace(start: number, end: number, changed: readonly string[]): void {
    const behind = this.container.children[end] ?? null;
    for (let left = end - start; left > 0; left -= 1) this.container.children[start]?.remove();
    const added = document.createDocumentFragment();
    for (const line of changed) added.append(this.plainLine(line));
    this.container.insertBefore(added, behind);
  }

  private plainLine(text: string): HTMLElement {
    const line = document.createElement('div');
    if (this.classes.line !== undefined) line.className = this.classes.line;
    line.textContent = text;
    return line;
  }

  private piece({ name, text }: Token): Node {
    const className = this.classes.token(name);
    if (className === undefined) return document.createTextNode(text);
    const piece = document.createElement('span');
    piece.className = className;
    piece.textContent = text;
    return piece;
  }
}
