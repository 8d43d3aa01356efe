import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { classNamesIn, cssModuleTypes, writeTypes } from './css-module-types.js';

describe('the types of CSS modules', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'css-types-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('name each class once, and nothing but classes', () => {
    const css = `/* .comment */ .b > .a, .a:not(.c):hover { margin: .5rem; background: url(x.png); }
      @media (width > 1.5px) { .d-e::before { content: '.f'; } }
      @keyframes move { 12.5% { opacity: 0; } }`;
    expect(classNamesIn(css)).toEqual(['a', 'b', 'c', 'd-e']);
  });

  it('are those of the style sheets as they are', () => {
    const target = join(folder, 'types.d.ts');
    writeFileSync(join(folder, 'base.css'), 'p { margin: 0; }');
    writeFileSync(join(folder, 'card.module.css'), '.title { margin: 0; }');
    writeTypes(folder, target);
    expect(readFileSync(target, 'utf8')).toBe(cssModuleTypes(folder));
    writeFileSync(join(folder, 'card.module.css'), '.title, .sub-title { margin: 0; }');
    writeTypes(folder, target);
    expect(readFileSync(target, 'utf8')).toBe(`declare module '*/base.css';
declare module '*/card.module.css' {
  const styles: Readonly<Record<'sub-title' | 'title', string>>;
  export default styles;
}
`);
  });

  it('cannot tell two style sheets of one name apart', () => {
    writeFileSync(join(folder, 'card.module.css'), '');
    writeFileSync(join(folder, 'a.css'), '');
    const inner = mkdtempSync(join(folder, 'inner-'));
    writeFileSync(join(inner, 'card.module.css'), '');
    expect(() => cssModuleTypes(folder)).toThrow('Two style sheets have the same file name.');
  });
});
