import { limits } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { readOutline } from './page-outline.js';
import { shorten, titleOf, UNTITLED, withTitle } from './site-title.js';

const title = (page: string) => titleOf(readOutline(page), limits.titleMaxLength);

describe('titleOf', () => {
  it('is the title, else the first heading, else a fixed text', () => {
    expect(title('<h1>h</h1><title>t</title>')).toBe('t');
    expect(title('<title> </title><h2>h</h2>')).toBe('h');
    expect(title('<p>x')).toBe(UNTITLED);
  });

  it('is at most 200 code points long', () => {
    expect(Array.from(title(`<title>${'😀'.repeat(500)}</title>`))).toHaveLength(200);
    expect(title(`<title>${'a'.repeat(1_000_000)}</title>`)).toHaveLength(200);
  });
});

describe('shorten', () => {
  it('keeps a text that fits', () => expect(shorten('あ😀', 2)).toBe('あ😀'));
  it('never cuts an emoji made of several', () => {
    expect(shorten('ab👩‍👩‍👧', 4)).toBe('ab');
    expect(shorten('👍🏽👍🏽', 3)).toBe('👍🏽');
  });
  it('cuts through a stack of accents', () =>
    expect(Array.from(shorten(`a${'\u0301'.repeat(500)}`, 20))).toHaveLength(20));
  it('leaves no white space at the end', () => expect(shorten('ab cd', 3)).toBe('ab'));
});

describe('withTitle', () => {
  it('does not change a page with a title element, even an empty one', () => {
    for (const page of ['<title>x</title>', '<title></title>', '<p>x<title>late']) {
      expect(withTitle(page, 'other')).toBe(page);
    }
  });

  it('inserts a title and changes nothing else', () => {
    expect(withTitle('\uFEFF<!doctype html>\r\n<html>\r<head>\n<h1>x', 'x')).toBe(
      '\uFEFF<!doctype html>\r\n<html>\r<head><title>x</title>\n<h1>x',
    );
  });

  it('inserts one when the only others are an SVG’s or a template’s', () => {
    expect(withTitle('<svg><title>s</title></svg>', 'x')).toBe('<title>x</title><svg><title>s</title></svg>');
  });

  it('escapes it', () => {
    expect(withTitle('<p>', '</title><script>&')).toBe('<title>&lt;/title&gt;&lt;script&gt;&amp;</title><p>');
  });
});
