import { alert } from '@mdit/plugin-alert';
import { footnote } from '@mdit/plugin-footnote';
import MarkdownIt from 'markdown-it';
import type { RenderRule } from 'markdown-it/lib/renderer.mjs';
import type StateCore from 'markdown-it/lib/rules_core/state_core.mjs';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';
import type Token from 'markdown-it/lib/token.mjs';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { escapeText } from '../escape.js';

const alertTitles: Partial<Record<string, string>> = {
  note: '補足',
  tip: 'ヒント',
  important: '重要',
  warning: '警告',
  caution: '注意',
};

const alertTitle: RenderRule = (tokens, index) => {
  const { markup = '' } = tokens[index] ?? {};
  return `<p class="markdown-alert-title">${escapeText(alertTitles[markup] ?? markup)}</p>\n`;
};

export const parser = new MarkdownIt({ html: true, linkify: true })
  .use(cjkFriendly)
  .use(footnote)
  .use(alert, { titleRender: alertTitle });

// Without a scheme only mail addresses become links: README.md and node.js look like addresses of hosts.
parser.linkify.set({ fuzzyLink: false });
// Japanese has no space behind an address. The pattern has the characters that end one, and `><` only there.
const path = String(parser.linkify.re['src_path']).replaceAll('><', '><、。，！？（）「」『』【】');
Object.assign(parser.linkify.re, { src_path: path });

const normalizeLink = parser.normalizeLink.bind(parser);
const PLAIN_ADDRESS = /^https?:\/\/[\w-]+(?:\.[\w-]+)*(?:\/[\w./?=&#-]*)?$/;
// Parsing, decoding and encoding addresses, which leaves most as they are, takes a fifth of the time of a text with many.
parser.normalizeLink = (url) => (PLAIN_ADDRESS.test(url) ? url : normalizeLink(url));

// A footnote within a footnote would be parsed recursively, as deep as somebody writes it.
parser.inline.ruler.disable('footnoteInline');
parser.inline.ruler.before('footnote_ref', 'long_footnote_label', skipLongLabel);
parser.core.ruler.after('inline', 'tasks', markTasks);

const { rules } = parser.renderer;
rules['footnote_block_open'] = () => '<section class="footnotes" aria-label="脚注">\n<ol class="footnotes-list">\n';
// The task is no form field, because pages with a field are checked as pages that may ask for something.
rules['task'] = (tokens, index) => {
  const isDone = tokens[index]?.info === 'done';
  return `<span class="task" role="img" aria-label="${isDone ? '完了' : '未完了'}">${isDone ? '☑' : '☐'}</span> `;
};
// A block that scrolls sideways can take the focus, so that it can be scrolled with the keyboard.
rules['table_open'] = () => '<div class="table" role="region" aria-label="表" tabindex="0">\n<table>\n';
rules['table_close'] = () => '</table>\n</div>\n';
const { fence = () => '', code_block: indented = () => '' } = rules;
rules['fence'] = (...given) => fence(...given).replace(/^<pre>/, '<pre tabindex="0">');
rules['code_block'] = (...given) => indented(...given).replace(/^<pre>/, '<pre tabindex="0">');

const WIDE = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\uff00-\\uff60]';
const endsWide = new RegExp(`${WIDE}$`);
const startsWide = new RegExp(`^${WIDE}`);
// Japanese has no spaces between words, so a line break between Japanese characters is removed.
rules['softbreak'] = (tokens, index) => {
  const before = tokens.slice(Math.max(0, index - MAX_MARKS), index).findLast(hasContent);
  const after = tokens.slice(index + 1, index + 1 + MAX_MARKS).find(hasContent);
  const isWithin = endsWide.test(before?.content.slice(-1) ?? '') && startsWide.test(after?.content ?? '');
  return isWithin ? '' : '\n';
};

/** Between a line's end and its text are at most the marks of a bold and a link, and empty texts. */
const MAX_MARKS = 4;
const hasContent = ({ content }: Token): boolean => content !== '';

const LABEL = /\[\^[^\s\]]{1,100}\]/y;

/** The rule for footnotes looks for the end of each label up to the end of the paragraph, which takes quadratic time. */
function skipLongLabel(state: StateInline, isSilent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  LABEL.lastIndex = state.pos;
  if (LABEL.test(state.src)) return false;
  if (!isSilent) state.pending += '[';
  state.pos += 1;
  return true;
}

const TASK = /^\[([ xX])\][ \u00a0]/;

/** Marks items of lists that begin with `[ ]` or `[x]`. */
function markTasks({ tokens, Token: TokenOf }: StateCore): void {
  for (const [index, { type, children }] of tokens.entries()) {
    if (type !== 'inline' || tokens[index - 2]?.type !== 'list_item_open') continue;
    const first = children?.[0];
    const [mark, state] = TASK.exec(first?.content ?? '') ?? [];
    if (!first || mark === undefined || first.type !== 'text') continue;
    first.content = first.content.slice(mark.length);
    const task = new TokenOf('task', '', 0);
    task.info = state === ' ' ? 'open' : 'done';
    children.unshift(task);
    tokens[index - 2]?.attrJoin('class', 'task-item');
  }
}
