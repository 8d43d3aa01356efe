import { describe, expect, it } from '@jest/globals';
import { Tokenizer, type Token } from 'parse5';
import { LinearTokenizer } from './linear-tokenizer.js';

function tagsBy(Kind: typeof Tokenizer, html: string): object[] {
  const tags: object[] = [];
  const keep = ({ tagName, attrs, selfClosing }: Token.TagToken) => void tags.push({ tagName, attrs, selfClosing });
  const nothing = () => undefined;
  const handler = {
    onStartTag: keep,
    onEndTag: keep,
    onDoctype: nothing,
    onComment: nothing,
    onEof: nothing,
    onCharacter: nothing,
    onWhitespaceCharacter: nothing,
    onNullCharacter: nothing,
  };
  new Kind({}, handler).write(html, true);
  return tags;
}

const attributesInMs = (count: number): number => {
  const html = `<p ${Array.from({ length: count }, (_, index) => `a${index}`).join(' ')}>`;
  const before = process.cpuUsage();
  tagsBy(LinearTokenizer, html);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

describe('LinearTokenizer', () => {
  it.each([
    '<p a=1 b a=2 B=3 c="x &amp; y" a>',
    '<p a><p a=1></p a a>',
    "<font COLOR=red color=blue/><font color='x'color=y>",
    '<p __proto__=1 constructor __proto__=2>',
    '<p =a =a=1 a=>',
  ])('reads tags as parse5 does: %s', (html) => {
    expect(tagsBy(LinearTokenizer, html)).toEqual(tagsBy(Tokenizer, html));
  });

  it('takes constant time for each further attribute', () => {
    const few = attributesInMs(150_000);
    expect(attributesInMs(600_000)).toBeLessThan(10 * Math.max(few, 20));
  });
});
