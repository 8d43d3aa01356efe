import { describe, expect, it } from '@jest/globals';
import { isTinyOnPhones } from '../../preview/page-markup.js';
import { fitToPhones } from './fit-to-phones.js';

const META = '<meta name="viewport" content="width=device-width, initial-scale=1">';

describe('isTinyOnPhones', () => {
  it.each([
    ['a page without a viewport', '<!doctype html><html><head><title>a</title></head><body>a</body></html>', true],
    ['a fragment', '<h1>a</h1>', true],
    ['plain text', '春のお知らせ\n12時から', true],
    ['a viewport in a comment', `<!-- ${META} --><p>a`, true],
    ['a viewport in a script', `<script>const meta = '${META}'</script>`, true],
    ['a viewport', `<!doctype html>${META}<p>a`, false],
    ['a viewport in other letters and without quotes', '<META content="width=400" NAME=ViewPort><p>a', false],
    ['a viewport behind a byte order mark', `\ufeff<!doctype html><head>${META}</head>`, false],
    ['nothing', ' \n　', false],
  ])('%s', (_name, html, isTiny) => {
    expect(isTinyOnPhones(html)).toBe(isTiny);
  });
});

describe('fitToPhones', () => {
  it.each([
    ['a head', '<!doctype html>\n<html lang="ja">\n<head>\n<title>a', `<head>\n${META}\n<title>a`],
    ['no head', '<!doctype html><html><body>a', `<html>\n${META}<body>a`],
    ['a doctype alone', '<!DOCTYPE html>\n<p>a', `<!DOCTYPE html>\n${META}\n<p>a`],
    ['an attribute with >', '<html data-a="<head>"><head class=x><p>', `<head class=x>\n${META}<p>`],
    ['a comment that has a head', '<!-- <head> --><html><head><p>', `--><html><head>\n${META}<p>`],
    ['a header, which is no head', '<header>a</header>', `${META}\n<header>a</header>`],
    ['a fragment', '<h1>a</h1>', `${META}\n<h1>a</h1>`],
    ['a byte order mark', '\ufeff<!doctype html><p>a', `\ufeff<!doctype html>\n${META}<p>a`],
  ])('puts the viewport where it counts, with %s', async (_name, html, part) => {
    const fitted = await fitToPhones(html);
    expect(fitted).toContain(part);
    expect(isTinyOnPhones(fitted)).toBe(false);
    // The rest of the page is unchanged.
    expect(fitted.replace(new RegExp(`\\n?${META}`), '').trim()).toBe(html.trim());
  });

  it('makes a page of plain text, whose lines stay', async () => {
    const fitted = await fitToPhones('春のお知らせ\n\n12時から & 雨天中止\n');
    expect(fitted).toContain('<title>春のお知らせ</title>');
    expect(fitted).toContain('<pre>春のお知らせ\n\n12時から &amp; 雨天中止\n</pre>');
    expect(isTinyOnPhones(fitted)).toBe(false);
  });
});
