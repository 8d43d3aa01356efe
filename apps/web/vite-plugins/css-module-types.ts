import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const SUFFIX = '.css';
const MODULE_SUFFIX = '.module.css';

/** The classes that a style sheet has a rule for, sorted. */
export function classNamesIn(css: string): string[] {
  const withoutComments = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...withoutComments.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector.trim());
  const rules = selectors.filter((selector) => !selector.startsWith('@'));
  const names = rules.flatMap((selector) =>
    [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}

/** One declaration for each style sheet below `folder`: a class that has no rule does not compile. */
export function cssModuleTypes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(SUFFIX));
  const sheets = new Map(files.map((file) => [basename(file), join(folder, file)]));
  if (sheets.size !== files.length) throw new Error('Two style sheets have the same file name.');
  const declarations = [...sheets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, file]) => declarationOf(name, file));
  return `// Written by vite-plugins/css-module-types.ts: \`npx vite build\` in apps/web renews it.\n${declarations.join('')}`;
}

function declarationOf(name: string, file: string): string {
  if (!name.endsWith(MODULE_SUFFIX)) return `\ndeclare module '*/${name}';\n`;
  const keys = classNamesIn(readFileSync(file, 'utf8')).map((each) => (each.includes('-') ? `'${each}'` : each));
  const members = keys.map((key) => `    readonly ${key}: string;\n`);
  return `\ndeclare module '*/${name}' {\n  const styles: {\n${members.join('')}  };\n  export default styles;\n}\n`;
}

/** Keeps `target` up to date with the style sheets below `folder`. */
export function writeCssModuleTypes(folder: string, target: string): Plugin {
  const write = () => {
    const types = cssModuleTypes(folder);
    if (!existsSync(target) || readFileSync(target, 'utf8') !== types) writeFileSync(target, types);
  };
  return {
    name: 'css-module-types',
    buildStart: write,
    handleHotUpdate: ({ file }) => {
      if (file.endsWith(SUFFIX)) write();
    },
  };
}
