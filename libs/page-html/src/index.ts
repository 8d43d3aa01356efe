export { HtmlReader } from './html-reader.js';
export type { OpenElement } from './open-elements.js';
export { readOutline, readOutlineInSlices } from './page-outline.js';
export { findInScripts, mayBeInScripts, type NamedInScripts } from './script-reader.js';
export { titleOf, UNTITLED, withTitle } from './site-title.js';
export type { Token } from 'parse5';
