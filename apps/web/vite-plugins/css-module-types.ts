import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const SUFFIX = '.css';
const MODULE_SUFFIX = '.module.css';

/** Lists the classes that a style sheet has a rule for, sorted. */
export function classNamesIn(css: string): string[] {
  const withoutComments = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...withoutComments.matchAll(/([^{};]*)\{/g)].map(([, selector = '']) => selector.trim());
  const rules = selectors.filter((selector) => !selector.startsWith('@'));
  const names = rules.flatMap((selector) =>
    [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].sort();
}

/** Makes one declaration for each style sheet below `folder`: a class that has no rule does not compile. */
export function cssModuleTypes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(SUFFIX));
  const sheets = new Map(files.map((file) => [basename(file), join(folder, file)]));
  if (sheets.size !== files.length) throw new Error('Two style sheets have the same file name.');
  return [...sheets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, file]) => declarationOf(name, file))
    .join('');
}

function declarationOf(name: string, file: string): string {
  if (!name.endsWith(MODULE_SUFFIX)) return `declare module '*/${name}';\n`;
  const keys = classNamesIn(readFileSync(file, 'utf8')).map((each) => `'${each}'`);
  return `declare module '*/${name}' {\n  const styles: Readonly<Record<${keys.join(' | ')}, string>>;\n  export default styles;\n}\n`;
}

/** Writes the types of the style sheets below `folder` to `target`, unless it has them already. */
export function writeTypes(folder: string, target: string): void {
  const types = cssModuleTypes(folder);
  if (!existsSync(target) || readFileSync(target, 'utf8') !== types) writeFileSync(target, types);
}

/** Keeps the types of the app's style sheets up to date while Vite builds or serves it. */
export function cssModuleTypesPlugin(): Plugin {
  return {
    name: 'css-module-types',
    buildStart: writeAppTypes,
    handleHotUpdate: ({ file }) => {
      if (file.endsWith(SUFFIX)) writeAppTypes();
    },
  };
}

function writeAppTypes(): void {
  const sources = join(import.meta.dirname, '../src');
  writeTypes(sources, join(sources, 'styles/css-modules.d.ts'));
}

// The target `css-types` of package.json runs it before lint and the type check.
if (import.meta.main) writeAppTypes();
