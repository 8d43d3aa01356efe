import { createHighlighterCore, createCssVariablesTheme, type HighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { escapeText } from '../escape.js';
import { grammarOf, loadGrammar } from './grammars.js';

/** Qiita and Zenn write the name of the file behind that of the language: `js:app.js`. */
const BLOCK = /(<pre tabindex="0"><code class="language-([\w+#-]{1,30})(?::[^"]{0,200})?">)([^<]*)(<\/code><\/pre>)/g;
/** Longer code stays as it is. */
const MAX_CODE = 100_000;
const MAX_LINE = 2_000;
/** The first line takes most of a second, because the patterns of its grammar are compiled then. */
const LINE_MS = 5_000;
const THEME = createCssVariablesTheme({ variablePrefix: '--' });

/** The style sheet of rendered pages has these classes. Other tokens have the colour of the text. */
const classes: Partial<Record<string, string>> = {
  'var(--token-keyword)': 'k',
  'var(--token-string)': 's',
  'var(--token-string-expression)': 's',
  'var(--token-function)': 'f',
  'var(--token-constant)': 'n',
  'var(--token-comment)': 'c',
};

let highlighter: Promise<HighlighterCore> | undefined;

/** Colours the code of a page from `renderMarkdown`. Code in unknown languages and very long code stay as they are. */
export async function highlightPage(html: string): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  let left = MAX_CODE;
  for (const match of html.matchAll(BLOCK)) {
    const [block, start = '', language = '', escaped = '', end = ''] = match;
    const grammar = grammarOf(language);
    if (!grammar || escaped.length > left) continue;
    left -= escaped.length;
    parts.push(html.slice(at, match.index), start, await highlight(unescape(escaped), grammar), end);
    at = match.index + block.length;
  }
  return parts.join('') + html.slice(at);
}

async function highlight(code: string, grammar: string): Promise<string> {
  highlighter ??= createHighlighterCore({ themes: [THEME], engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const shiki = await highlighter;
  if (!shiki.getLoadedLanguages().includes(grammar)) await shiki.loadLanguage(await loadGrammar(grammar));
  const lines = shiki.codeToTokensBase(code, {
    lang: grammar,
    theme: THEME.name ?? '',
    tokenizeMaxLineLength: MAX_LINE,
    tokenizeTimeLimit: LINE_MS,
  });
  return lines.map((tokens) => tokens.map(({ content, color }) => spanOf(content, color ?? '')).join('')).join('\n');
}

function spanOf(content: string, color: string): string {
  const name = classes[color];
  return name === undefined ? escapeText(content) : `<span class="${name}">${escapeText(content)}</span>`;
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
