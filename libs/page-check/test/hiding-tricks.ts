import { JAPANESE_BRANDS, OTHER_BRANDS, pageWith } from './phishing-pages.js';

/** Such pages hide their form or their name in these ways; each makes another page for each seed. */
export const hidingTricks: Record<string, (seed: number) => string> = {
  'document.write': (seed) => script(`document.write('${formOf(seed)}')`),
  innerHTML: (seed) => script(`document.getElementById("a${seed}").innerHTML=\`${formOf(seed)}\``),
  atob: (seed) => script(`document.write(atob("${base64(formOf(seed))}"))`),
  'atob of UTF-8, twice': (seed) =>
    script(`document.write(decodeURIComponent(escape(atob(atob('${base64(base64(formOf(seed)))}')))))`),
  unescape: (seed) => script(`document.write(unescape('${percent(formOf(seed))}'))`),
  'unescape of %u': (seed) => script(`document.write(unescape('${percentU(formOf(seed))}'))`),
  '\\x escapes': (seed) => script(`x${seed}.innerHTML="${hexadecimal(formOf(seed))}"`),
  '\\u escapes': (seed) => script(`document.body.insertAdjacentHTML('beforeend',"${unicode(formOf(seed))}")`),
  'joined by plus': (seed) =>
    script(
      `document.write(${chunks(formOf(seed), 3 + (seed % 5))
        .map(quoted)
        .join('+')})`,
    ),
  'character codes': (seed) =>
    script(`document.write(String.fromCharCode(${[...formOf(seed)].map((c) => c.charCodeAt(0)).join(',')}))`),
  'character codes in an array': (seed) =>
    script(
      `[${[...formOf(seed)].map((c) => `0x${c.charCodeAt(0).toString(16)}`).join(', ')}].map(c=>String.fromCharCode(c))`,
    ),
  srcdoc: (seed) => pageWith('-', `<iframe srcdoc="${references(formOf(seed))}"></iframe>`),
  'data address': (seed) => pageWith('-', `<iframe src="data:text/html;base64,${base64(formOf(seed))}"></iframe>`),
  'data address behind a refresh': (seed) =>
    pageWith(
      '-',
      '',
      `<meta http-equiv="refresh" content="${seed % 3};url=data:text/html,${encodeURIComponent(formOf(seed))}">`,
    ),
  'data addresses in three frames': (seed) => frame(frame(frame(formOf(seed)))),
  'data addresses of two kinds in frames': (seed) =>
    `<iframe src="data:text/html,${encodeURIComponent(frame(frame(formOf(seed))))}"></iframe>`,
  'a script that writes a script with escapes': (seed) =>
    script(
      `document.write("<script>document.write('${hexadecimal(formOf(seed)).replaceAll('\\', '\\\\')}')<\\/script>")`,
    ),
  'base64 in an attribute': (seed) =>
    pageWith('-', `<div id="d" data-c="${base64(formOf(seed))}"></div><script>d.innerHTML=atob(d.dataset.c)</script>`),
  'base64 in a hidden field': (seed) =>
    pageWith('-', `<input type="hidden" id="t" value="${base64(formOf(seed))}"><script>write(atob(t.value))</script>`),
  'JSON in a script': (seed) =>
    pageWith('-', `<script type="application/json" id="t">${JSON.stringify({ html: formOf(seed) })}</script>`),
  'base64 in JSON': (seed) =>
    pageWith('-', `<script type="application/json">${JSON.stringify([base64(formOf(seed))])}</script>`),
  'a text field': (seed) =>
    pageWith('-', `<textarea hidden id="t">${formOf(seed)}</textarea><script>document.write(t.value)</script>`),
  'raw text of an element': (seed) =>
    pageWith('-', `<xmp hidden id="t">${base64(formOf(seed))}</xmp><script>write(atob(t.textContent))</script>`),
  'an editable element': (seed) => pageWith(brandOf(seed), '<label>パスワード</label><div contenteditable></div>'),
  'an unknown type of field': (seed) => pageWith(brandOf(seed), '<label>パスワード<input type="secret"></label>'),
  'a script in a script': (seed) =>
    script(`eval(atob('${base64(`document.write(unescape("${percent(formOf(seed))}"))`)}'))`),
  'bytes of UTF-8': (seed) =>
    script(`write(new TextDecoder().decode(new Uint8Array([${[...Buffer.from(formOf(seed))].join(',')}])))`),
  'a script in a script in a script': (seed) =>
    script(`new Function(atob('${base64(`eval(atob("${base64(`write('${formOf(seed)}')`)}"))`)}'))()`),
  'a part of a data address': (seed) =>
    script(`f.src=['data:text/html','charset=utf-8','base64,${base64(formOf(seed))}'].join(';')`),
  'a script in SVG': (seed) =>
    pageWith('-', `<svg><script><![CDATA[document.body.innerHTML=atob('${base64(formOf(seed))}')]]></script></svg>`),
  'an event handler': (seed) =>
    pageWith('-', `<img src=x onerror="document.body.innerHTML=atob('${base64(formOf(seed))}')">`),
  'a javascript address': (seed) => pageWith('-', `<iframe src="javascript:'${references(formOf(seed))}'"></iframe>`),
  'full-width letters': (seed) => pageWith(fullWidth(latin(seed)), form),
  'letters of other scripts': (seed) => pageWith(lookalikes(latin(seed)), form),
  'digits for letters': (seed) => pageWith(latin(seed).replaceAll(/[oO]/g, '0').replaceAll('l', '1'), form),
  'invisible characters': (seed) => pageWith([...brandOf(seed)].join('\u200b'), form),
  'letters with spaces': (seed) => pageWith([...latin(seed)].join(' '), form),
  'a heading in parts': (seed) =>
    pageWith('-', `<h1>${[...brandOf(seed)].map((c) => `<span>${c}</span>`).join('')}</h1>${form}`),
  'a field by script': (seed) =>
    pageWith(
      brandOf(seed),
      `<script>var i=document.createElement('input');i.type='pass'+'word';document.body.append(i)</script>`,
    ),
};

const form = '<form><input type="password" name="p"></form>';
const brands = [...JAPANESE_BRANDS, ...OTHER_BRANDS];
const brandOf = (seed: number): string => brands[seed % brands.length] ?? '';
const latin = (seed: number): string => OTHER_BRANDS[seed % OTHER_BRANDS.length] ?? '';
const formOf = (seed: number): string =>
  `<div class="${'abcdefgh'.slice(0, 1 + (seed % 8))}"><h1>${brandOf(seed)}</h1><form id="f${seed}"><input type="password" name="p${seed}"></form></div>`;
const script = (code: string): string => pageWith('-', `<div></div><script>${code}</script>`);
const frame = (text: string): string =>
  `<iframe style="border:0" src="data:text/html;charset=utf-8;base64,${base64(text)}"></iframe>`;
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;
const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join('');
const percentU = (text: string): string =>
  units(text)
    .map((unit) => `%u${hex(unit, 4)}`)
    .join('');
const hexadecimal = (text: string): string =>
  units(text)
    .map((unit) => (unit < 256 ? `\\x${hex(unit, 2)}` : `\\u${hex(unit, 4)}`))
    .join('');
const unicode = (text: string): string =>
  units(text)
    .map((unit) => `\\u${hex(unit, 4)}`)
    .join('');
const units = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const references = (text: string): string => [...text].map((c) => `&#${c.codePointAt(0)};`).join('');
const fullWidth = (text: string): string =>
  [...text].map((c) => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('');
const lookalikes = (text: string): string =>
  text.replaceAll(/[aeopcxyi]/g, (c) => ({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і' })[c] ?? c);

function chunks(text: string, length: number): string[] {
  return text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
}
