import { readFences, type Fence } from './fences.js';
import { joinFiles, MAX_FILES } from './join-files.js';
import { isArticle, isComponent, isWholePage } from './kinds.js';
import { fromEscaped, fromJson } from './unwrap.js';
import { startsPage, startsWithTag, titleIn, upToPageEnd, withoutRepeats, type Choice, type Found } from './reading.js';

const htmlLanguages: ReadonlySet<string> = new Set(['', 'html', 'htm', 'xhtml', 'html5', 'svg', 'xml']);

/** A command may have a page behind it, or print one. */
const commandLanguages: ReadonlySet<string> = new Set([...htmlLanguages, 'bash', 'sh', 'shell', 'zsh', 'console']);

/** Finds pages in an assistant's answer: in its code fences, or in the text around if there are none. */
export function fromAnswer(text: string): Found | undefined {
  const { fences: found, talk } = readFences(text);
  const fences = found.map(upToEnd);
  const components = fences.filter(({ content }) => isComponent(content));
  const html = fences.filter(isHtml);
  const pages = html.filter(({ content }) => startsPage(content));
  if (components.length > 0 && pages.every(isShell)) return foundIn(components);

  const candidates = (pages.length > 0 ? pages : html).slice(0, MAX_FILES);
  if (candidates.length > 0) {
    const answer = joined(candidates, fences);
    const length = lengthOf(candidates.concat(answer.added).map(({ content }) => content));
    if (isArticle(text, talk, length)) return undefined;
    // An explanation that shows the parts of a page one by one has no pages to choose from.
    if (pages.length === 0 && html.length > 1 && talk.length > length) return undefined;
    return answer.found;
  }
  const [only, ...others] = fences;
  if (only && others.length === 0 && isWrapped(only)) {
    return isArticle(text, talk, only.content.length) ? undefined : foundIn([only]);
  }
  const commands = fences.filter(({ language }) => commandLanguages.has(language)).map(({ content }) => content);
  const bare = pagesIn(talk) ?? labelledComponent(talk) ?? pagesIn(commands.join('\n'));
  return bare && !isArticle(text, talk, lengthOf(bare.choices.map((choice) => choice.text))) ? bare : undefined;
}

/** A language stands alone in its line, and labels of buttons may follow. */
const LABELS =
  /^[ \t]*(?:jsx|tsx|react|javascript|typescript|js|ts)[ \t]*\r?\n(?:[ \t]*[^\s;{}<>=()'"]{1,20}(?: [^\s;{}<>=()'"]{1,20})?[ \t]*\r?\n){0,2}/im;

/** Finds a component that was copied with the labels above its code, but without a fence. */
function labelledComponent(talk: string): Found | undefined {
  const labels = LABELS.exec(talk);
  const text = labels ? talk.slice(labels.index + labels[0].length).trim() : '';
  return isComponent(text) && /[;})]$/.test(text) ? { choices: [{ name: '', text }], steps: ['answer'] } : undefined;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** A whole page counts in any language, such as `text` or that of its template. */
const isHtml = ({ language, content }: Fence): boolean =>
  isWholePage(content) ||
  (htmlLanguages.has(language) && (startsWithTag(content) || fromEscaped(content) !== undefined));

/** The HTML file of a React project only loads the component, and is empty without it. */
const isShell = ({ content }: Fence): boolean => /<script[^<>]*\ssrc=[^<>\s]*\.[jt]sx/i.test(content);

const isWrapped = ({ language, content }: Fence): boolean =>
  /^(?:markdown|md|mdx)$/.test(language) ||
  (/^(?:json[cl]?|ndjson)?$/.test(language) && fromJson(content) !== undefined);

/** If the closing fence is missing, other text may follow the page. */
function upToEnd(fence: Fence): Fence {
  const page = fence.isClosed || !startsPage(fence.content) ? undefined : upToPageEnd(fence.content);
  return page === undefined ? fence : { ...fence, content: page, isClosed: true };
}

function foundIn(fences: readonly Fence[]): Found {
  const choices = withoutRepeats(fences.map(({ name, content }) => ({ name, text: content })));
  return { choices, steps: fences.every(({ isClosed }) => isClosed) ? ['answer'] : ['answer', 'truncated'] };
}

function joined(pages: readonly Fence[], fences: readonly Fence[]): { found: Found; added: Fence[] } {
  const added = new Set<Fence>();
  const choices = pages.map(({ name, content }): Choice => {
    const { html, used } = joinFiles(content, fences);
    used.forEach((fence) => added.add(fence));
    return { name: titleIn(html) || name, text: html };
  });
  const { steps } = foundIn([...pages, ...added]);
  const [answer, ...rest] = steps;
  return {
    found: {
      choices: withoutRepeats(choices),
      steps: added.size > 0 && answer ? [answer, 'joined', ...rest] : steps,
    },
    added: [...added],
  };
}

const BARE_START = /^[ \t]*(?:<!doctype\s+html[^<>]*>|<html(?:\s[^<>]*)?>(?=[ \t]*(?:<|$)))/.source;

/** Behind other text, a doctype needs its `<html>` tag. In a quoted line, both belong to a script. */
const START_IN_LINE = /(?:(?<!["'`])|(?=<[^<>]*>[ \t]*[\r\n]))<!doctype\s+html[^<>]*>(?=\s*<html[\s>])/.source;

const PAGE_STARTS = new RegExp(`${BARE_START}|${START_IN_LINE}`, 'gim');

/** Finds whole pages between lines of other text, such as an answer that was copied without its fences. */
function pagesIn(talk: string): Found | undefined {
  const starts: number[] = [];
  let doctypeAt: number | undefined;
  for (const { index, 0: start } of talk.matchAll(PAGE_STARTS)) {
    const isDoctype = start.includes('<!');
    // The `<html>` tag after a doctype belongs to the same page.
    const isSame = !isDoctype && doctypeAt !== undefined && !/\S/.test(talk.slice(doctypeAt, index));
    if (!isSame) starts.push(index);
    doctypeAt = isDoctype ? talk.indexOf('>', index) + 1 : undefined;
  }
  if (starts.length === 0) return undefined;
  const pages = starts.map((start, index) => {
    const text = talk.slice(start, starts[index + 1]).trim();
    return { whole: upToPageEnd(text, /["'`]$/.test(talk.charAt(start - 1))), text };
  });
  return {
    choices: withoutRepeats(pages.map(({ whole, text }) => ({ name: titleIn(text), text: whole ?? text }))),
    steps: pages.every(({ whole }) => whole !== undefined) ? ['answer'] : ['answer', 'truncated'],
  };
}
