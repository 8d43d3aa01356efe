import { hasFence } from './fences.js';

/** It begins with a key. An answer may also begin with a line `---` that is a rule, and have another one. */
const FRONT_MATTER =
  /^\s*---[ \t]*\r?\n(?=(?:#.*\r?\n)*["']?[\w\p{L}][\w\p{L}-]*["']?[ \t]*:\s)[^]*?\n---[ \t]*(?:\r?\n|$)/u;
const HEADING = /^ {0,3}#{1,6}[ \t]+\S/;

/** Each pattern counts once. Lists and quotations occur in mails too, so they need another pattern beside them. */
const signs: readonly [RegExp, number][] = [
  [new RegExp(HEADING.source, 'm'), 1],
  [new RegExp(`${HEADING.source}.*\\r?\\n(?:[ \\t]*\\r?\\n|$)`, 'm'), 1],
  [/^[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)*(?:[ \t]*:?-+:?[ \t]*)?$/m, 2],
  [/\[[^\][\r\n]+\]\([^()\s]+\)/, 1],
  [/\*\*[^*\r\n]+\*\*/, 1],
  [/^[ \t]*[-*+] \[[ x]\] /m, 1],
  [/^[ \t]*(?:[-*+]|\d{1,9}\.|>)[ \t]+\S.*\r?\n[ \t]*(?:[-*+]|\d{1,9}\.|>)[ \t]+\S/m, 1],
];

const CODE_LINE =
  /^\s*(?:import|from|def|class|const|let|var|function|package|using|public|return|#include)\b|^[a-z_][\w-]*:(?:\s|$)|[;{}]\s*$/;

/** A text with more lines that look like code is a program, whose comments may look like headings. */
const MAX_CODE_SHARE = 0.3;

export function isMarkdown(text: string): boolean {
  if (FRONT_MATTER.test(text) || hasFence(text)) return true;
  const lines = text.split('\n').filter((line) => /\S/.test(line));
  if (lines.filter((line) => CODE_LINE.test(line)).length > lines.length * MAX_CODE_SHARE) return false;
  return signs.reduce((sum, [sign, weight]) => sum + (sign.test(text) ? weight : 0), 0) >= 2;
}

/** Unlike `<head>` and `<body>`, these tags do not start a part of a page. */
export const isWholePage = (code: string): boolean => /^\s*<(?:!doctype|html)[\s>]/i.test(code);

const STARTS_AS_CODE = /^\s*(?:["']use client["']|(?:import|export|const|let|function|class|type|interface)\s|\/[/*])/;

/** A React component starts like code, is exported, and has JSX tags: outside of strings, and not behind a name. */
export function isComponent(code: string): boolean {
  return (
    STARTS_AS_CODE.test(code) &&
    /^[ \t]*export\s+(?:default\b|(?:function|const)\s+[A-Z][a-z]|\{[^{}]*\bas\s+default\b)/m.test(code) &&
    /(?<![\w$'"])<(?:[A-Za-z][\w.]*[\s/>]|>)/.test(code.replace(/`[^`]*`/g, ''))
  );
}

/**
 * Whether the text is an article that quotes a page, not an answer that consists of one: it has front matter, or it
 * starts with a heading, has another one, and most of it is not the page.
 */
export function isArticle(text: string, talk: string, pageLength: number): boolean {
  if (FRONT_MATTER.test(text)) return true;
  const headings = talk.split('\n').filter((line) => HEADING.test(line));
  return HEADING.test(text.trimStart()) && headings.length >= 2 && pageLength * 2 < text.length;
}
