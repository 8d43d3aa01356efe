import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { classNamesIn, cssModuleTypes } from './css-module-types.js';

describe('the types of CSS modules', () => {
  it('name each class once, and nothing but classes', () => {
    const css = `/* .comment */ .b > .a, .a:not(.c):hover { margin: .5rem; background: url(x.png); }
      @media (width > 1.5px) { .d-e::before { content: '.f'; } }
      @keyframes move { 12.5% { opacity: 0; } }`;
    expect(classNamesIn(css)).toEqual(['a', 'b', 'c', 'd-e']);
  });

  it('are those of the style sheets as they are', () => {
    const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
    expect(readFileSync(path('../src/styles/css-modules.d.ts'), 'utf8')).toBe(cssModuleTypes(path('../src')));
  });
});
