import type { Fence } from './fences.js';

interface Joined {
  html: string;
  used: readonly Fence[];
}

/** Every file is compared with every page, so the number of both is limited. */
export const MAX_FILES = 20;

const LINK = /<link(?=\s)[^<>]*>/gi;
const SCRIPT = /<script(?=\s)[^<>]*>\s*<\/script>/gi;

/** Inlines the style sheets and scripts that the page refers to, or whose names occur in it. */
export function joinFiles(page: string, fences: readonly Fence[]): Joined {
  const styles = fences.filter(({ language }) => language === 'css').slice(0, MAX_FILES);
  const scripts = fences.filter(({ language }) => /^(?:js|javascript|mjs)$/.test(language)).slice(0, MAX_FILES);
  const used: Fence[] = [];
  let last = '';

  const styleTags = new Set(page.match(LINK)?.filter((tag) => /\srel=["']?stylesheet/i.test(tag) && localName(tag)));
  const scriptTags = new Set(page.match(SCRIPT)?.filter(localName));
  const take = (tag: string, tags: ReadonlySet<string>, files: readonly Fence[]): string | undefined => {
    if (!tags.has(tag)) return undefined;
    const sameName = files.find(({ name }) => baseName(name) === localName(tag));
    const file = sameName ?? (tags.size === 1 && files.length === 1 ? files[0] : undefined);
    if (file) used.push(file);
    return file?.content;
  };
  let html = page
    .replace(LINK, (tag) => {
      const css = take(tag, styleTags, styles);
      return css === undefined ? tag : styleElement(css);
    })
    .replace(SCRIPT, (tag) => {
      const code = take(tag, scriptTags, scripts);
      if (code === undefined) return tag;
      const isModule = /\stype=["']?module/i.test(tag);
      // `defer` and `async` have no effect on an inline script, so it is moved to the end of the page.
      if (isModule || !/\s(?:defer|async)(?=[\s=>])/i.test(tag)) return scriptElement(code, isModule);
      last += `${scriptElement(code)}\n`;
      return '';
    });
  const words = new Set(page.match(/[\w-]+/g));
  const addUnnamed = (files: readonly Fence[], namesIn: (code: string) => readonly string[]): string[] => {
    const added = files.filter((file) => namesIn(file.content).some((name) => words.has(name)));
    used.push(...added);
    return added.map(({ content }) => content);
  };
  if (styleTags.size === 0 && !/<style[\s>]/i.test(page)) {
    const added = addUnnamed(styles, namesInStyles).map((css) => `${styleElement(css)}\n`);
    html = insertStyles(html, added.join(''));
  }
  if (scriptTags.size === 0 && !/<script[\s>]/i.test(page)) {
    last += addUnnamed(scripts, namesInScript)
      .map((code) => `${scriptElement(code)}\n`)
      .join('');
  }
  return { html: insertScripts(html, last), used };
}

const styleElement = (css: string): string => `<style>\n${css.replace(/<\/style/gi, '<\\/style')}\n</style>`;

const scriptElement = (code: string, isModule = false): string =>
  `<script${isModule ? ' type="module"' : ''}>\n${code.replace(/<\/script/gi, '<\\/script')}\n</script>`;

/** @returns the file name in the tag's address; undefined for another site */
function localName(tag: string): string | undefined {
  const [, address = ''] = /\s(?:href|src)=["']?([^\s"'<>]+)/i.exec(tag) ?? [];
  return address === '' || /^(?:[a-z]+:|\/\/)/i.test(address) ? undefined : baseName(address.replace(/[?#].*$/, ''));
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the classes, ids and elements that the selectors name. */
const namesInStyles = (css: string): string[] =>
  css.split('{').flatMap((part) => part.slice(part.lastIndexOf('}') + 1).match(/[a-z_][\w-]*/gi) ?? []);

/** Returns the names of the script's functions, and the strings that may be selectors or ids. */
const namesInScript = (code: string): string[] =>
  [...code.matchAll(/["'`][.#]?([\w-]+)["'`]|\bfunction\s+(\w+)/g)].map(([, text, name]) => text ?? name ?? '');

function insertStyles(html: string, added: string): string {
  const at = Math.max(0, html.search(/<\/head>/i));
  return html.slice(0, at) + added + html.slice(at);
}

/** A script may contain `</body>` too, so the last one counts. */
function insertScripts(html: string, added: string): string {
  if (added === '') return html;
  const at = [...html.matchAll(/<\/body>/gi)].at(-1)?.index;
  return at === undefined ? `${html}\n${added.trimEnd()}` : html.slice(0, at) + added + html.slice(at);
}
