import { escapeText } from '../escape.js';
import { addContents, firstHeadingIn } from './headings.js';
import { parser } from './parser.js';
import { style } from './style.js';

/** It begins with a key. A text may also begin with a line `---` that is a rule, and have another one. */
const FRONT_MATTER =
  /^\uFEFF?---[ \t]*\r?\n(?=---|(?:#.*\r?\n)*["']?[\w\p{L}][\w\p{L}-]*["']?[ \t]*:\s)(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/u;
const FRONT_MATTER_TITLE = /^title:[ \t]*(["']?)(.*?)\1[ \t]*\r?$/m;
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;

/**
 * Renders a Markdown text as a page with one style sheet and without a script. Raw HTML in it stays, so the page needs
 * the same sandbox and the same check as pasted HTML. Its title is that of the front matter, else the first heading;
 * without both it has no title element. Its time is linear in the size of the text. It also runs in browsers.
 */
export function renderMarkdown(source: string): string {
  const matter = FRONT_MATTER.exec(source);
  const [, , given = ''] = FRONT_MATTER_TITLE.exec(matter?.[1] ?? '') ?? [];
  const text = source.slice(matter?.[0].length ?? 0);
  const env = {};
  const tokens = parser.parse(text.replace(/^\uFEFF/, ''), env);
  const title = given || firstHeadingIn(tokens);
  const head = title === '' ? '' : `<title>${escapeText(title)}</title>\n`;
  return `<!doctype html>
<html lang="${JAPANESE.test(text) ? 'ja' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<style>${style}</style>
</head>
<body>
<main>
${parser.renderer.render(addContents(tokens), parser.options, env)}</main>
</body>
</html>
`;
}
