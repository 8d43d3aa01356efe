import { HIDDEN_STYLE } from './layer-reader.js';

const SPACE = String.raw`[\t\n\f\r ]`;
const VALUE = String.raw`"[^"]*"|'[^']*'|[^\t\n\f\r "'<=>\x60]+`;
const MAY_HIDE = `(?:&|${HIDDEN_STYLE.source})`;
const HIDES = String.raw`hidden[\t\n\f\r /=>]|style${SPACE}*=${SPACE}*(?:"[^"]*${MAY_HIDE}|'[^']*${MAY_HIDE}|[^\t\n\f\r "'>]*${MAY_HIDE})`;
const ATTRIBUTE = String.raw`${SPACE}+(?!${HIDES})[^\t\n\f\r "'/<=>]+(?:${SPACE}*=${SPACE}*(?:${VALUE}))?`;
const END_OF_TAG = String.raw`(?![\da-z-])(?:${ATTRIBUTE}){0,64}${SPACE}*/?>`;
/** More rules apply to what is in these elements. */
const OTHER_ELEMENT = 'iframe|math|noembed|noframes|noscript|plaintext|script|svg|template|textarea|xmp';
/** It finds titles and styles with their text, other tags, comments and doctypes. */
const MARKUP = new RegExp(
  String.raw`<(?:(style|title)${END_OF_TAG}[^]*?(?=</\1[\t\n\f\r />]|$)|(?!(?:${OTHER_ELEMENT})(?![\da-z-]))/?[a-z][\da-z-]*${END_OF_TAG}|!--(?:-?>|[^]*?(?:--!?>|$))|!doctype[^>]*(?:>|$))`,
  'gi',
);
const ENTITIES = new Map(
  Object.entries({ amp: '&', copy: '©', gt: '>', hellip: '…', lt: '<', mdash: '—', middot: '·', nbsp: ' ', quot: '"' }),
);
const ENTITY = new RegExp(`&(${[...ENTITIES.keys()].join('|')});`, 'g');
const OTHER_MARKUP = new RegExp(`<[!/?A-Za-z]|&(?!${ENTITY.source.slice(1)})[#A-Za-z]`);

/**
 * Returns the text that `PageReader` finds in a page without a field, in a twentieth of its time.
 * @returns undefined for a page with other markup, such as SVG, or with what may hide a text
 */
export function simpleTextOf(html: string): string | undefined {
  const text = html.replaceAll(MARKUP, '');
  if (OTHER_MARKUP.test(text)) return undefined;
  return text.replaceAll(ENTITY, (entity, name: string) => ENTITIES.get(name) ?? entity);
}
