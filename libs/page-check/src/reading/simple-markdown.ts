const CODE = /^(`{3,})[\w+#-]{0,30}\n([^]*?)(?:^\1`*[ \t]*$|(?![^]))/gm;
const LINK = /(?<![!\\])\[([^[\]\n]*)\]\([\w./:?=&#@,;+%~-]*\)/g;
const TITLE = /^\s*#[ \t].*/;
/** A table of contents has these headings, but not the title. */
const HEADING = /^#{1,3}[ \t](.*[^\s#].*)$/gm;
const NUMBER = String.raw`(?:[ \t>]|[*+-][ \t])*\d{1,9}[.)](?:[ \t]|$)`;
const NUMBERS = new RegExp(`^(?:${NUMBER})+`, 'gm');
const OTHER_MARKUP = new RegExp(
  [
    // These are HTML, entities and escapes.
    String.raw`<[!/?a-z]|&[#a-z]|\\[!-/:-@[-\x60{-~\n]`,
    // These are images and other links, footnotes, alerts, tasks, and addresses that are shown decoded.
    String.raw`\]\(|!\[|\[[\^! x]|%[\da-f]{2}|xn--`,
    // These are other code, front matter and tables.
    String.raw`\x60{3}|~{3}|\uFEFF|^---|\n[ \t>]*[|:-][ \t|:-]*$(?<=[|:][ \t|:-]*)`,
    // These are other headings, and numbers that do not begin a list.
    String.raw`^[ \t]+#|\n[ \t>]*(?:=+|-+)[ \t]*$(?<=\S[ \t]*\n[ \t>=-]+)|\n${NUMBER}(?<=\S[^\n]*\n[^\n]*)(?<!^${NUMBER}[^\n]*\n[^\n]*)`,
  ].join('|'),
  'im',
);

/**
 * Returns the text of a page that is rendered from Markdown, with signs such as `*`, in a tenth of the time of rendering.
 * @returns undefined for a text with other markup
 */
export function simpleMarkdownText(source: string): string | undefined {
  // Invisible characters keep the other patterns from matching in code.
  const marked = source
    .replaceAll('\r\n', '\n')
    .replaceAll(CODE, (_block, _mark, code: string) => code.replaceAll(/^|[^\w\s]/gm, '$&\u2060'))
    .replaceAll(LINK, '$1');
  if (OTHER_MARKUP.test(marked)) return undefined;
  const headings = [...marked.replace(TITLE, '').matchAll(HEADING)].map(([, heading = '']) => heading);
  const contents = headings.length < 3 ? '' : `目次${headings.slice(0, 300).join('')}`;
  return marked.replaceAll(NUMBERS, '') + contents;
}
