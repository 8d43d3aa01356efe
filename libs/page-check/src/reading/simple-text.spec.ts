import { describe, expect, it } from '@jest/globals';
import { textsOfParts } from '../../test/texts-of-parts.js';
import { CpuBudget } from '../cpu-budget.js';
import { mayHaveField } from '../plain-page.js';
import { PageReader } from './page-reader.js';
import { simpleTextOf } from './simple-text.js';

/** `_` stands for a space. */
const PARTS =
  `<p> </p> <b> </b> <br/> <h1> </h1> <li> <td> <table> <x-y> </x-y> <!--_--> <!--> <!---> <!-- --> --!> <!doctype_html> <!doctype
  <title> </title> <title/> </title_x> <style> </style> <style_media="a>b"> </styles> <STYLE> </STYLE> <noscript> </noscript> <xmp> <plaintext>
  <svg> </svg> <math> <template> </template> <noembed> <select> <button> </div> </> </ <? <! <!x> < <3 > " ' = / ]]> <![CDATA[
  <p_hidden> <p_hiddenx> <P_HIDDEN> <p\thidden\n> <p/hidden> <img_alt="x"hidden> <p_hidden=""> <p_a=b_hidden> <p_x=hidden> <p_title='>_hidden'>
  <div_style="display:none"> <div_style="color:red"> <i_style=opacity:0> <i_style=opacity:0.5> <i_style='display&nbsp;:none'> <p_title="<b>">
  <p_a="_b='> <a_href=x/> <a_href="?a=1&b=2"> <a_b='x"> <p_"> <p_<b> </p_x> <p\u3000hidden> &amp; &lt; &nbsp; &lt;p&gt; &amp &ampx &copy; &copy
  &eacute; & &; &x &1 春 は x rn \u00a0 \r\n \0 _`
    .split(/[ \n]+/)
    .map((part) => part.replaceAll('_', ' '));

function shownTextOf(html: string): string {
  const reader = new PageReader(new CpuBudget(Infinity));
  reader.read(html);
  const own = reader.facts.texts.filter(({ place }) => place.layer.depth === 0);
  return own.map(({ text, isHidden }) => (isHidden ? '(hidden)' : text)).join('');
}

const withoutSpaces = (text: string): string => text.replaceAll(/[\s\0]/g, '');

describe('simpleTextOf', () => {
  it('returns the text that the reader finds, or nothing', () => {
    let simple = 0;
    for (const page of textsOfParts(PARTS, 20_000)) {
      const text = mayHaveField(page) ? undefined : simpleTextOf(page);
      if (text === undefined) continue;
      simple++;
      const [found, expected] = [withoutSpaces(text), withoutSpaces(shownTextOf(page))];
      if (found !== expected) expect({ page, text: found }).toEqual({ page, text: expected });
    }
    expect(simple).toBeGreaterThan(5_000);
  });

  it('reads an ordinary page', () => {
    const page = `<!DOCTYPE html>\n<html lang="ja"><head><meta charset="utf-8"><title>題</title><style>p{display:none}</style></head>
      <body class="a b"><!-- <b>no</b> --><h1 style="color:red">春 &amp; 夏</h1>\n<p>1 < 2<br>&copy; はる</p></body></html>`;
    expect(withoutSpaces(simpleTextOf(page) ?? '')).toBe('春&夏1<2©はる');
  });

  it.each(['<a b="', "<a b='", '<!--', '<!doctype', '<title>', '</title', '<p style="display', '<p a=b a=b'])(
    'takes a time that is linear in the length of %s',
    (part) => {
      const secondsOf = (count: number) => {
        const before = process.cpuUsage();
        simpleTextOf(part.repeat(count));
        return process.cpuUsage(before).user / 1e6;
      };
      // If it were quadratic, it would take minutes.
      expect(secondsOf(200_000)).toBeLessThan(1);
    },
  );
});
