import { fromAnswer } from './answer.js';
import { isComponent, isMarkdown } from './kinds.js';
import { hasTag, startsWithTag, type Choice, type Step } from './reading.js';
import { fromRichText } from './rich-text.js';
import { fromDataAddress, fromEscaped, fromJson } from './unwrap.js';

type Kind = 'html' | 'markdown' | 'component' | 'text';

interface Reading {
  kind: Kind;
  /** The text to use: the first of the choices, where there are any. */
  text: string;
  /** What was done, in its order; empty where the text is as it came. */
  steps: readonly Step[];
  /** There are at least two where the text has several pages and a person has to choose. */
  choices: readonly Choice[];
}

export interface PageInput extends Reading {
  original: string;
}

interface Beside {
  /** The `text/html` of the clipboard. */
  html?: string;
  fileName?: string;
}

/**
 * Reads what somebody pasted, dropped or sent as a page: an assistant's answer, escaped HTML, JSON, a `data:` address.
 * A text that starts with `<` stays byte for byte. Reading a result again changes nothing.
 */
export function readPageInput(text: string, { html = '', fileName = '' }: Beside = {}): PageInput {
  const rich = fromRichText(html, text);
  if (rich !== undefined) return { kind: 'html', text: rich, steps: ['rich-text'], choices: [], original: text };
  const kind = kindOfFile(fileName);
  return { ...(kind === undefined ? read(text) : unchanged(kind, text)), original: text };
}

function kindOfFile(name: string): Kind | undefined {
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown';
  return /\.[jt]sx$/i.test(name) ? 'component' : undefined;
}

const unchanged = (kind: Kind, text: string): Reading => ({ kind, text, steps: [], choices: [] });

/** So many times an answer is taken out of JSON, out of a fence, and so on. */
const MAX_DEPTH = 5;

function read(text: string, depth = MAX_DEPTH): Reading {
  if (startsWithTag(text)) return unchanged('html', text);
  if (isComponent(text)) return unchanged('component', text);
  const found =
    depth === 0 ? undefined : (fromDataAddress(text) ?? fromJson(text) ?? fromEscaped(text) ?? fromAnswer(text));
  if (!found) return unchanged(isMarkdown(text) ? 'markdown' : hasTag(text) ? 'html' : 'text', text);

  const inner = found.choices.map(({ name, text: taken }) => ({ name, ...read(taken, depth - 1) }));
  const [first = unchanged('text', text)] = inner;
  const steps = [...found.steps, ...first.steps];
  return {
    kind: first.kind,
    text: first.text,
    steps: steps.filter((step, index) => steps.indexOf(step) === index),
    choices: inner.length > 1 ? inner.map(({ name, text: taken }) => ({ name, text: taken })) : first.choices,
  };
}
