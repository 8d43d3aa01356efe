import { describe, expect, it } from '@jest/globals';
import { tokenLinesOf } from './token-lines.js';

describe('tokenLinesOf', () => {
  it('names elements, attributes, values, comments, and what is in styles and scripts', () => {
    const [line] = tokenLinesOf('<p class="a">春</p><!-- x -->');
    expect(line).toEqual([
      { name: 'quiet', text: '<' },
      { name: 'element', text: 'p' },
      { name: '', text: ' ' },
      { name: 'attribute', text: 'class' },
      { name: '', text: '=' },
      { name: 'value', text: '"a"' },
      { name: 'quiet', text: '>' },
      { name: '', text: '春' },
      { name: 'quiet', text: '</' },
      { name: 'element', text: 'p' },
      { name: 'quiet', text: '>' },
      { name: 'quiet', text: '<!-- x -->' },
    ]);
    expect(tokenLinesOf('<style>p { margin: 0 }</style>')[0]).toContainEqual({ name: 'attribute', text: 'margin' });
    expect(tokenLinesOf('<script>const a = "b"</script>')[0]).toContainEqual({ name: 'value', text: '"b"' });
  });

  it.each(['', '\n', 'a\n\nb\n', '<!--\n a\n-->\n<p\n id="x\ny">', '<script>`\n${1}\n`', '<<a></b></ \n&amp;&x;'])(
    'keeps every character and line of %j',
    (html) => {
      const lines = tokenLinesOf(html);
      expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(html);
    },
  );
});
