import { describe, expect, it } from '@jest/globals';
import { ColouredLines } from './coloured-lines.js';

function start(text: string) {
  const container = document.createElement('div');
  const lines = new ColouredLines(container, { line: 'line', token: (name) => name || undefined });
  lines.show(text);
  lines.colour();
  return { container, lines, texts: () => [...container.children].map(({ textContent }) => textContent) };
}

describe('ColouredLines', () => {
  it('colours each line in an element of its own', () => {
    const { container } = start('<p>\n\n春');
    expect(container.innerHTML).toBe(
      '<div class="line" data-kinds="quiet1,element1,quiet1">' +
        '<span class="quiet">&lt;</span><span class="element">p</span><span class="quiet">&gt;</span></div>' +
        '<div class="line" data-kinds=""></div><div class="line" data-kinds="1">春</div>',
    );
  });

  it.each([
    ['a\nb\nc', 'a\nB\nc', [0, 2]],
    ['a\nb\nc', 'a\nc', [0, 2]],
    ['a\nc', 'a\nb\nc', [0, 1]],
    ['a\na\na', 'a\na', [0, 1]],
    ['a', '', []],
    ['', 'a\nb', []],
    ['a\nb', 'a\nb', [0, 1]],
    ['x\na', 'a', [1]],
  ])('from %j to %j keeps the elements of the lines that stay', (before, after, kept) => {
    const { container, lines, texts } = start(before);
    const elements = [...container.children];
    lines.show(after);
    expect(texts()).toEqual(after.split('\n'));
    for (const index of kept) expect(container.children).toContain(elements[index]);
  });

  it('writes a changed line into its element, without its colours', () => {
    const { container, lines } = start('<p>\n<i>');
    const element = container.children[1];
    lines.show('<p>\n<b>');
    expect(container.children[1]).toBe(element);
    expect(element?.innerHTML).toBe('&lt;b&gt;');
    lines.colour();
    expect(element?.innerHTML).toContain('<span class="element">b</span>');
  });

  it('is far from a text of many more lines', () => {
    const { lines } = start('a\nb');
    expect(lines.isFarFrom('a\n'.repeat(40))).toBe(false);
    expect(lines.isFarFrom('a\n'.repeat(80))).toBe(true);
  });

  it('colours again what a change further up has turned into a comment', () => {
    const { container, lines } = start('\n<p>');
    lines.show('<!--\n<p>');
    lines.colour();
    expect(container.children[1]?.innerHTML).toBe('<span class="quiet">&lt;p&gt;</span>');
  });
});
