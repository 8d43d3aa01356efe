export { textModeOf } from './html-elements.js';
export { LinearTokenizer } from './linear-tokenizer.js';
export { type OpenElement, OpenElements } from './open-elements.js';
export { readOutline } from './page-outline.js';
export { titleOf, withTitle } from './site-title.js';
export type { Token, TokenHandler, TokenizerOptions } from 'parse5';
