import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { seededNumbers } from '@haru/testing';
import { defaultTreeAdapter, html as html5, parse, type DefaultTreeAdapterMap } from 'parse5';
import { LinearTokenizer } from './linear-tokenizer.js';
import { readOutline, readOutlineInSlices } from './page-outline.js';

type Node = DefaultTreeAdapterMap['node'];

const titles: [string, string, string | undefined][] = [
  ['a title', '<!doctype html><head><title>やあ</title></head><h1>x</h1>', 'やあ'],
  ['white space in a title', '<title>\n  a\t \f\rb  </title>', 'a b'],
  [
    'spaces that are no ASCII white space',
    '<title> \u00a0a\u00a0\u00a0b&nbsp;\u3000\u2003c\u000b </title>',
    '\u00a0a\u00a0\u00a0b\u00a0\u3000\u2003c\u000b',
  ],
  ['nothing but such spaces before a full one', '<title>\u00a0\u3000</title><title>second</title>', 'second'],
  ['character references', '<title>a &amp; b &#x1F600;</title>', 'a & b 😀'],
  ['tags inside a title are text', '<title><b>x</b></title>', '<b>x</b>'],
  ['an empty title before a full one', '<title> </title><title>second</title>', 'second'],
  ['a title in the body', '<body><p>x<title>late</title>', 'late'],
  ['a title that never ends', '<title>open', 'open'],
  ['upper case', '<TITLE>x</TITLE>', 'x'],
  ['one in a comment', '<!-- <title>no</title> --><title>yes</title>', 'yes'],
  ['one in a script', '<script>"<title>no</title>"</script>', undefined],
  ['one in a script with an escaped comment', '<script><!--<script></script><title>no</title>--></script>', undefined],
  ['one in a style', '<style><title>no</title></style>', undefined],
  ['one in a textarea', '<textarea><title>no</title></textarea>', undefined],
  ['one in noscript', '<noscript><title>no</title></noscript>', undefined],
  ['one in a template', '<template><title>no</title></template>', undefined],
  ['one after a template', '<template><p></template><title>yes</title>', 'yes'],
  ['one in SVG', '<svg><title>no</title></svg>', undefined],
  ['one in SVG, then the page’s', '<svg><g><title>no</title></g></svg><title>yes</title>', 'yes'],
  ['HTML inside SVG', '<svg><foreignObject><title>yes</title></foreignObject></svg>', 'yes'],
  ['HTML that breaks out of SVG', '<svg><g><p><title>yes</title>', 'yes'],
  ['CDATA in SVG', '<svg><![CDATA[<title>no</title>]]></svg><title>yes</title>', 'yes'],
  ['an unclosed SVG whose parent ends', '<div><svg><g></div><title>yes</title>', 'yes'],
  ['HTML inside SVG that an end tag cannot leave', '<svg><foreignObject><desc></foreignObject><title>yes', 'yes'],
  ['the same with MathML’s name', '<mi><svg><foreignObject></mi></foreignObject><title>no</title>', undefined],
  ['a paragraph’s end in SVG', '<svg></p><title>yes</title>', 'yes'],
  ['a bold’s end around a block with MathML', '<b><section><math></b><title>yes</title>', 'yes'],
  ['a paragraph that a heading ends', '<math><mi><p><h1></h1></mi><title>no</title>', undefined],
  ['a button that another ends', '<math><mi><button><button></button></mi><title>no</title>', undefined],
  ['a row without a table', '<tr><svg></tr><title>no</title>', undefined],
  ['a head’s end behind its content', '<head><math></head><title>no</title>', undefined],
  ['a form’s end', '<form><svg></form><title>no</title>', undefined],
  // Current browsers do this; the full parser leaves it out.
  ['one in a select', '<select><title>yes</title></select>', 'yes'],
  ['an attribute that looks like one', '<p data-x="<title>no</title>">', undefined],
  ['a byte order mark', '\uFEFF<title>x</title>', 'x'],
];

const firstHeadings: [string, string, string | undefined][] = [
  ['the first in the order of the page', '<h2>two</h2><h1>one</h1>', 'two'],
  ['one with elements inside', '<h1>a <b>b</b><i> c</i></h1>d', 'a b c'],
  ['line breaks', '<h1>a<br>b</h1>', 'a b'],
  ['one without text is passed over', '<h1><img src=x></h1><h2>yes</h2>', 'yes'],
  ['one that ends with its parent', '<div><h1>a</div>b', 'a'],
  ['one that ends where another starts', '<h1>a<h2>b</h2>', 'a'],
  ['one closed by another’s end tag', '<h1>a</h2>b', 'a'],
  ['a bold that ends inside', '<b><h1>a</b>b</h1>c', 'ab'],
  ['one that never ends', '<h1>a<p>b', 'ab'],
  ['a script inside', '<h1>a<script>no()</script>b</h1>', 'ab'],
  ['one in a template', '<template><h1>no</h1></template><h3>yes</h3>', 'yes'],
  ['one in a comment', '<!--<h1>no</h1>--><h3>yes</h3>', 'yes'],
];

const insertions: [string, string, string][] = [
  ['in the head', '<!doctype html><html lang="ja"><head a="b">', '<meta><h1>x'],
  ['in the head after a comment', '<!doctype html><!--c--><html><!--c--><head>', 'x'],
  ['after the html tag', '<!doctype html>\n<html lang=ja>', '\n<body><header>x'],
  ['after the doctype', '<!DOCTYPE html>', '\r\n<p>x'],
  ['after leading comments', '<!-- saved --><!doctype html><!--c-->', '<p>x'],
  ['after an XML declaration', '<?xml version="1.0"?><!DOCTYPE html>', '<p>x'],
  ['at the start', '', '<p>x'],
  ['at the start of a text', '', 'x<!doctype html><html><head>'],
  ['not in a head that comes too late', '<html>', '<p>x<head></head>'],
  ['after a byte order mark', '\uFEFF', '<p>x'],
  ['after a byte order mark and a doctype', '\uFEFF<!doctype html>', '<p>x'],
  ['counting UTF-16 units and CRLF', '<!-- 😀\r\n -->\r\n<html><head>', '\r\n😀'],
  ['not inside a comment that never ends', '', '<!-- x'],
  ['past a stray end tag', '</p><head>', 'x'],
];

const names = 'title svg g foreignObject desc div p span b h1 template script style textarea math mi section i'.split(
  ' ',
);

const namesWithoutFormatting = [
  ...names.filter((name) => !['b', 'i'].includes(name)),
  ...'noscript li ul body head html mtext iframe button object annotation-xml form option'.split(' '),
];

describe('readOutline', () => {
  it.each(titles)('title: %s', (_, page, title) => expect(readOutline(page).title).toBe(title));
  it.each(firstHeadings)('heading: %s', (_, page, heading) => expect(readOutline(page).heading).toBe(heading));
  it.each(insertions)('puts a title %s', (_, before, after) => {
    expect(readOutline(before + after)).toMatchObject({ hasTitleElement: false, titleInsertionIndex: before.length });
  });

  it.each([
    [20_261_121, names],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed): [number, string[]] => [seed, namesWithoutFormatting]),
  ])('agrees with a full parser on random pages from %d', (seed, names) => {
    const random = numbersFrom(seed);
    const differing = Array.from({ length: 3_000 }, () => randomPage(random, names)).flatMap((page) => {
      const found = titlesByParser(page);
      const expected = { page, title: found.find((text) => text !== ''), has: found.length > 0 };
      const outline = readOutline(page);
      const actual = { page, title: outline.title, has: outline.hasTitleElement };
      return actual.title === expected.title && actual.has === expected.has ? [] : [{ actual, expected }];
    });
    expect(differing).toEqual([]);
  });

  it('reads the same in slices, wherever these begin', async () => {
    const random = numbersFrom(20_261_127);
    const pages = Array.from({ length: 500 }, () => `\uFEFF<!doctype html>&amp; 😀\r\n${randomPage(random, names)}`);
    for (const page of pages) {
      expect({ page, ...(await readOutlineInSlices(page, 7)) }).toEqual({ page, ...readOutline(page) });
    }
  });

  it('lets the process do other work while it reads a large page', async () => {
    let [turns, isRead] = [0, false];
    const countTurns = async (): Promise<void> => {
      for (; !isRead; turns++) await setImmediate();
    };
    const reading = readOutlineInSlices(`${'<'.repeat(1_000_000)}<title>`).finally(() => (isRead = true));
    await Promise.all([reading, countTurns()]);
    expect(turns).toBeGreaterThan(20);
  });

  it.each([
    ['<h1>a</h1><p>b</p><h2>c</h2>', true],
    ['<p>a</p>', true],
    ['<h1></h1><p>b</p><h2>c', false],
    ['<h1>a</h1><p>b</p><!-- <title> -->', false],
  ])('ends early where the rest cannot change the outline: %s', (page, endsEarly) => {
    const pause = jest.spyOn(LinearTokenizer.prototype, 'pause').mockClear();
    readOutline(page);
    expect(pause.mock.calls.length > 0).toBe(endsEarly);
  });

  it('does not read a text without tags', () => {
    const write = jest.spyOn(LinearTokenizer.prototype, 'write').mockClear();
    expect(readOutline('\uFEFFwords and words')).toMatchObject({ hasTitleElement: false, titleInsertionIndex: 1 });
    expect(write.mock.calls).toEqual([['', true]]);
  });

  // A full parser's tree of some of these has thousands of millions of nodes.
  it.each<[string, (length: number) => string]>([
    ['deep nesting', (length) => '<div>'.repeat(length / 5)],
    ['deep SVG with end tags of others', (length) => `<svg>${'<g>'.repeat(length / 7)}${'</x>'.repeat(length / 7)}`],
    ['many attributes', (length) => `<p ${Array.from({ length: length / 7 }, (_, index) => `a${index}`).join(' ')}>`],
    ['short attributes', (length) => `<p ${Array.from({ length: length / 5 }, (_, n) => n.toString(36)).join(' ')}>`],
    ['blocks in a paragraph out of reach', (length) => `<p><button>${'<u>'.repeat(505)}${'<hr>'.repeat(length / 4)}`],
    ['ends of a bold out of reach', (length) => `<b><object>${'<x>'.repeat(505)}${'</b>'.repeat(length / 4)}`],
    ['headings without text', (length) => '<h1></h1>'.repeat(length / 9)],
    ['unclosed formatting', (length) => '<b a=1><i><p>'.repeat(length / 13)],
    ['formatting to be opened again', (length) => '<font a=x>'.repeat(length / 20) + '<p>'.repeat(length / 6)],
  ])('is quick on a hostile page of 1 MiB: %s', (_, make) => {
    // Because of the title, all of it is read.
    const page = `${make(1_048_000)}<title>`;
    const before = process.cpuUsage();
    readOutline(page);
    // Processor time is measured, because the clock also counts the machine's other work.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

function titlesByParser(page: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (defaultTreeAdapter.isElementNode(node)) {
      if (node.tagName === 'title' && node.namespaceURI === html5.NS.HTML) {
        const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
        found.push(text.replaceAll(/\s+/g, ' ').trim());
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(page));
  return found;
}

/** Makes pages that are mostly well nested, with a few tags left out. */
function randomPage(random: (below: number) => number, names: readonly string[]): string {
  const element = (depth: number): string => {
    const name = names[random(names.length)] ?? 'p';
    const inside = depth > 4 ? 'x' : Array.from({ length: random(4) }, () => element(depth + 1)).join('x');
    const end = random(12) === 0 ? '' : `</${name}>`;
    return `<${name}>${name === 'title' ? `t${random(9)}` : inside}${end}`;
  };
  return Array.from({ length: 1 + random(5) }, () => element(0)).join('');
}

/** Returns the same "random" numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  const next = seededNumbers(seed);
  return (below) => Math.floor(next() * 2 ** 32) % below;
}
