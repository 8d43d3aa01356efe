import type { Token } from '@haru/page-html';

const READ = new Set(
  (
    'id class name type value placeholder autocomplete aria-label aria-labelledby title alt src srcset href action ' +
    'hidden formaction method for rel maxlength size disabled content autoplay http-equiv property style srcdoc data contenteditable role itemprop inputmode'
  ).split(' '),
);
/** The values of these attributes are read as addresses, styles and pages. */
const ADDRESSES = new Set('src srcset href action formaction style srcdoc data'.split(' '));
const LONG = 100;
/** It is more than the allowed number of scripts, so that the check reports that some were left out. */
const MAX_HANDLERS = 2_001;

export interface Handler {
  name: string;
  code: string;
}

export interface Attributes {
  isEmpty: boolean;
  /** It returns the value of a name that is read, or an empty string. */
  get: (name: string) => string;
  /** It says whether a name that is read exists. */
  has: (name: string) => boolean;
  handlers: Handler[];
  /** A page can be encoded in these values. */
  long: string[];
}

const NONE: Attributes = { isEmpty: true, get: () => '', has: () => false, handlers: [], long: [] };

/** Reads the attributes of a tag in one pass. */
export function attributesOf(tag: Token.TagToken): Attributes {
  if (tag.attrs.length === 0) return NONE;
  const values = new Map<string, string>();
  const handlers: Handler[] = [];
  const long: string[] = [];
  for (const { name, value } of tag.attrs) {
    if (READ.has(name)) values.set(name, value);
    if (name.startsWith('on') && value !== '') {
      if (handlers.length < MAX_HANDLERS) handlers.push({ name, code: value });
    } else if (value.length >= LONG && !ADDRESSES.has(name)) long.push(value);
  }
  return { isEmpty: false, get: (name) => values.get(name) ?? '', has: (name) => values.has(name), handlers, long };
}
