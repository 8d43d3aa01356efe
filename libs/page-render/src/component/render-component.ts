import { type ImportSpecifier, parse } from 'es-module-lexer/js';
import { transform } from 'sucrase';
import { escapeText } from '../escape.js';
import { libraries, LIBRARY_FOLDER } from './libraries.js';

export interface ComponentFault {
  code: 'COMPONENT_INVALID' | 'COMPONENT_IMPORT_UNKNOWN' | 'COMPONENT_NOT_EXPORTED';
  /** This is the message of the compiler with the line, or the name of the import. */
  detail: string;
}

export interface RenderedComponent {
  html: string;
  /** The page loads these files, which are below `lib/` beside it. */
  libraries: string[];
  /** The code of the component starts below this line of the page, and keeps its lines. */
  lineOffset: number;
}

interface Options {
  title?: string | undefined;
  /** An error of the component is shown with its message. */
  isPreview?: boolean;
}

const modules: Partial<Record<string, string[]>> = libraries.modules;
const ALWAYS_LOADED: ReadonlySet<string> = new Set(['react', 'react-dom/client']);
const MAX_DETAIL = 200;
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;
const TITLE = /<(title|h1)\b[^<>]*>([^<>{}]+)<\/\1>/;

/** Compiles a React component to a page, which loads its libraries from files. This function also runs in browsers. */
export function renderComponent(source: string, options: Options = {}): RenderedComponent | ComponentFault {
  try {
    const { code } = transform(source.replace(/^\uFEFF/, ''), {
      transforms: ['typescript', 'jsx'],
      // The automatic runtime takes quadratic time for elements with a key.
      jsxRuntime: 'classic',
      jsxPragma: '$element',
      jsxFragmentPragma: '$Fragment',
      production: true,
      disableESTransforms: true,
    });
    return pageOf(source, code, options);
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    return fault('COMPONENT_INVALID', message.replace(/^Error transforming .*?: /, ''));
  }
}

function pageOf(source: string, compiled: string, options: Options): RenderedComponent | ComponentFault {
  const [imports, exports] = parse(compiled);
  const names = new Set(imports.flatMap(({ n }) => n ?? []));
  const unknown = [...names].find((name) => !Object.hasOwn(modules, name));
  if (unknown !== undefined) return fault('COMPONENT_IMPORT_UNKNOWN', unknown);
  const components = exports.filter(({ n }) => /^[A-Z][a-z]/.test(n));
  const shown = exports.find(({ n }) => n === 'default') ?? (components.length === 1 ? components[0] : undefined);
  if (!shown) return fault('COMPONENT_NOT_EXPORTED', '');

  const used = Object.entries(libraries.modules).filter(([name]) => ALWAYS_LOADED.has(name) || names.has(name));
  const files = [...new Set(used.flatMap(([, needed]) => needed))];
  const styles = /\bclassName\b/.test(source) ? [libraries.tailwind] : [];
  const addresses = Object.fromEntries(used.map(([name, [file = '']]) => [name, addressOf(file)]));
  const title = options.title ?? TITLE.exec(source)?.[2]?.trim() ?? '';
  const head = `<!doctype html>
<html lang="${JAPANESE.test(source) ? 'ja' : 'en'}"${options.isPreview ? ' data-preview' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${title === '' ? '' : `<title>${escapeText(title)}</title>\n`}<script type="importmap">${JSON.stringify({ imports: addresses })}</script>
${files.map((file) => `<link rel="modulepreload" href="${addressOf(file)}">\n`).join('')}\
${styles.map((file) => `<style>${TAILWIND_3_BORDERS}</style>\n<script src="${addressOf(file)}"></script>\n`).join('')}\
<script>${SHOW_ERRORS}</script>
</head>
<body>
<div id="root"></div>
<script type="module">
`;
  const { code, name } = withNamedDefault(compiled, shown);
  const html = `${head}${inScript(withKnownIcons(code)).replace(/[^"'`{}]+/g, withOpacities)}
import { createElement as $element, Fragment as $Fragment } from 'react';
${usesGlobalReact(compiled, imports) ? "import * as React from 'react';\n" : ''}\
import { createRoot as $createRoot } from 'react-dom/client';
$createRoot(document.getElementById('root')).render($element(${name}));
</script>
</body>
</html>
`;
  return { html, libraries: [...files, ...styles], lineOffset: head.split('\n').length - 1 };
}

/** Most components are written for Tailwind 3, where borders are gray unless a class says otherwise. */
const TAILWIND_3_BORDERS =
  '@layer theme,base,borders,components,utilities;@layer borders{*,::before,::after{border-color:#e5e7eb}}';

const TAILWIND_3_COLOUR =
  /(?<!\S)((?:[\w-]+:)*(bg|text|border|ring|divide|placeholder))-(?:opacity-(\d{1,3})|(black|white|[a-z]+-(?:50|[1-9]00|950)|\[#\w+\]))(?!\S)/g;

/**
 * Tailwind 4 does not know `bg-black bg-opacity-50`, so a shade over the page would hide it. It means `bg-black/50`, and
 * `bg-black hover:bg-opacity-50` means `bg-black hover:bg-black/50`.
 */
function withOpacities(classes: string): string {
  if (!classes.includes('-opacity-')) return classes;
  const [colours, opacities] = [new Map<string, string>(), new Map<string, string>()];
  for (const [, target = '', , opacity, colour] of classes.matchAll(TAILWIND_3_COLOUR)) {
    if (colour) colours.set(target, colour);
    if (opacity) opacities.set(target, opacity);
  }
  return classes.replace(TAILWIND_3_COLOUR, (name, target: string, kind: string, opacity?: string, colour?: string) => {
    if (colour && opacities.has(target)) return `${name}/${opacities.get(target)}`;
    const isOfOther = opacity && !colours.has(target) && colours.has(kind);
    return isOfOther ? `${target}-${colours.get(kind)}/${opacity}` : name;
  });
}

const ICONS = /\bimport\s*\{([^{}]*)\}\s*from\s*(["'])lucide-react\2/g;

/** Assistants invent names of icons. One such import would leave the page empty, so a circle is shown instead. */
function withKnownIcons(code: string): string {
  return code.replace(ICONS, (_, names: string, _quote, at: number) => {
    const known = names.replace(
      /([\w$]+)(?:\s+as\s+([\w$]+))?/g,
      (_name, name: string, as: string = name) => `${name}: ${as} = $${at}.Circle`,
    );
    return `import * as $${at} from 'lucide-react'; const {${known}} = $${at}`;
  });
}

const addressOf = (file: string): string => `./${LIBRARY_FOLDER}/${file}`;

/** Gives the default export a name in the module. */
function withNamedDefault(code: string, { s, ln }: { s: number; ln: string | undefined }) {
  const start = /export\s+$/.exec(code.slice(0, s));
  // The export is in a list, such as `export { App as default }`.
  if (!start) return { code, name: ln ?? 'undefined' };
  const before = code.slice(0, start.index);
  const after = code.slice(s + 'default'.length);
  // The lexer reports `extends` as the name of a class that has no name.
  return ln === undefined || ln === 'extends'
    ? { code: `${before}const $default =${after}`, name: '$default' }
    : { code: before + after, name: ln };
}

/** Some components name `React` as if it were loaded by a script. */
function usesGlobalReact(code: string, imports: readonly ImportSpecifier[]): boolean {
  const hasOwn = imports.some(({ ss, se }) => /\bReact\b/.test(code.slice(ss, se)));
  return !hasOwn && /\bReact\b/.test(code) && !/\b(?:const|let|var)\s+React\b/.test(code);
}

/**
 * These characters would end the script, or change how browsers find its end. In strings and regular expressions `\x3c`
 * means the same.
 */
function inScript(code: string): string {
  return code.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

const BOX =
  'max-width:40rem;margin:4rem auto;padding:0 1.25rem;font:16px/1.8 system-ui,sans-serif;white-space:pre-wrap;overflow-wrap:anywhere';

/**
 * When a component throws, React empties the page and reports the error to the window. An error of the module, or a library
 * that could not be loaded, also leaves the page empty.
 */
const SHOW_ERRORS = `addEventListener("error",function(event){setTimeout(function(){
var root=document.getElementById("root");
if(!root||root.childElementCount>0)return;
var box=root.appendChild(document.createElement("p")),isPreview="preview" in document.documentElement.dataset;
box.setAttribute("role","alert");
box.style.cssText="${BOX}";
box.textContent=isPreview?"コンポーネントでエラーが起きました。\\n"+(event.message||"ファイルを読み込めませんでした。"):"このページを表示できませんでした。";
})},true);`;

/** Returns a page that shows a text instead of a component that cannot be rendered. @public */
export function pageOfFault(text: string): string {
  return `<!doctype html><meta charset="utf-8"><p style="${BOX}">${escapeText(text)}</p>`;
}

function fault(code: ComponentFault['code'], detail: string): ComponentFault {
  return { code, detail: detail.slice(0, MAX_DETAIL) };
}
