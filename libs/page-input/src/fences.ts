import { startsPage, withoutInvisibleStart } from './reading.js';

export interface Fence {
  /** In lower case; '' where none is given. */
  language: string;
  /** The file name in or above the fence; '' where there is none. */
  name: string;
  content: string;
  isClosed: boolean;
}

interface FencedText {
  fences: readonly Fence[];
  /** Everything outside of the fences. */
  talk: string;
}

/** A fence may be indented, and be in a list or a quotation. Its info string has no backtick. */
const OPENING = /^((?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const MARKER = /`{3}|~{3}/;
/** Answers have fewer lines, and reading a line takes some microseconds. */
const MAX_LINES = 20_000;
const FILE_NAME = /[\w./-]*\w\.(?:html?|css|m?js|[jt]sx?|svg|md)\b/i;
/** A file name is near the start of a line. Searching a long line would take quadratic time. */
const MAX_NAMED_LENGTH = 300;
const PAGE_MARK = /^[ \t]*(?:<!doctype\s+html|<html[\s>])|(<\/html>)[ \t]*$/im;

interface OpenFence extends Fence {
  marker: string;
  quotes: number;
  indent: number;
  lines: string[];
  isPage: boolean;
  hasPageEnd: boolean;
  /** This many inner fences are open in a fence of Markdown. */
  depth: number;
}

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];

export const hasFence = (text: string): boolean =>
  MARKER.test(text) && linesOf(text).some((line) => OPENING.test(line.trimEnd()));

/** Reads fences as CommonMark does, and tolerates the mistakes that assistants often make. */
export function readFences(text: string): FencedText {
  const lines = MARKER.test(text) ? linesOf(text) : [];
  if (lines.length === 0 || lines.length > MAX_LINES) return { fences: [], talk: text };
  const endsPageNext = pageEndsAhead(lines);
  const fences: Fence[] = [];
  const talk: string[] = [];
  let open: OpenFence | undefined;
  const close = (isClosed: boolean) => {
    if (open) fences.push(fenceOf(open, isClosed));
    open = undefined;
  };
  lines.forEach((line, index) => {
    if (!open) {
      open = openFence(line.trimEnd(), talk);
      if (!open) talk.push(line);
      return;
    }
    const rest = withoutContainer(line, open);
    if (rest === undefined) {
      close(true);
      talk.push(line);
      return;
    }
    const gluedEnd = endGluedTo(rest, open.marker);
    if (gluedEnd !== undefined) open.lines.push(gluedEnd);
    // A page that has not ended may contain fences of the same length.
    const isInside = open.isPage && !open.hasPageEnd && endsPageNext[index] === true;
    if (gluedEnd !== undefined || (closes(rest, open) && !isInside)) {
      close(true);
      return;
    }
    open.lines.push(rest);
    open.isPage ||= open.lines.length <= 3 && startsPage(open.lines.join(''));
    open.hasPageEnd ||= /<\/html>/i.test(rest);
  });
  close(false);
  return { fences, talk: talk.join('') };
}

function openFence(line: string, talk: readonly string[]): OpenFence | undefined {
  const opening = OPENING.exec(line);
  if (!opening) return undefined;
  const [, container = '', marker = '', info = ''] = opening;
  // Some assistants write the first line of the page on the line of the fence.
  const contentAt = info.indexOf('<');
  const label = contentAt < 0 ? info : info.slice(0, contentAt);
  return {
    marker,
    quotes: container.split('>').length - 1,
    indent: container.length - (container.lastIndexOf('>') + 1),
    language: /^\s*([\w+#-]+)/.exec(label)?.[1]?.toLowerCase() ?? '',
    name: nameIn(label) || nameIn(talk.slice(-3).findLast((above) => /\S/.test(above)) ?? ''),
    lines: contentAt < 0 ? [] : [`${info.slice(contentAt)}\n`],
    content: '',
    isClosed: false,
    isPage: contentAt >= 0 && startsPage(info.slice(contentAt)),
    hasPageEnd: false,
    depth: 0,
  };
}

const nameIn = (line: string): string => FILE_NAME.exec(line.slice(0, MAX_NAMED_LENGTH))?.[0] ?? '';

/** Removes the quotation marks `>` and the indentation of the fence. @returns undefined after the quotation */
function withoutContainer(line: string, { quotes, indent }: OpenFence): string | undefined {
  let rest = line;
  for (let quote = 0; quote < quotes; quote += 1) {
    const [sign] = /^[ \t]*>/.exec(rest) ?? [];
    if (sign === undefined) return undefined;
    rest = rest.slice(sign.length);
  }
  const [spaces = ''] = /^[ \t]*/.exec(rest) ?? [];
  return rest.slice(Math.min(spaces.length, indent));
}

/** Whether the line ends the fence. In a fence of Markdown it may end an inner fence of the same length. */
function closes(line: string, open: OpenFence): boolean {
  const [, marker = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line.trimEnd()) ?? [];
  if (!marker.startsWith(open.marker)) return false;
  if (/^(?:markdown|md|mdx)$/.test(open.language)) {
    if (info !== '') open.depth += 1;
    else if (open.depth > 0) {
      open.depth -= 1;
      return false;
    }
  }
  return info === '';
}

/** @returns the line without the closing fence that follows `</html>` on it; undefined if there is none */
function endGluedTo(line: string, marker: string): string | undefined {
  const [, end] = /^(.*<\/html>\s*)[`~]{3,}\s*$/i.exec(line) ?? [];
  return end !== undefined && line.trimEnd().endsWith(marker) ? end : undefined;
}

/** @returns for each line whether `</html>` comes after it, before another page starts */
function pageEndsAhead(lines: readonly string[]): boolean[] {
  // An array that is filled from its end would be a slow table of keys.
  const ahead = lines.map(() => false);
  let endsNext = false;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    ahead[index] = endsNext;
    const mark = PAGE_MARK.exec(lines[index] ?? '');
    if (mark) endsNext = mark[1] !== undefined;
  }
  return ahead;
}

function fenceOf({ language, name, lines }: OpenFence, isClosed: boolean): Fence {
  const content = withoutInvisibleStart(lines.join('')).replace(/(?:\r\n?|\n)$/, '');
  const comment = /^\s*(?:\/[/*]|<!--)([^\r\n]*)/.exec(content)?.[1] ?? '';
  return { language, name: name || nameIn(comment), content, isClosed };
}
