import { fromAnswer } from './answer.js';
import { isComponent, isMarkdown } from './kinds.js';
import { fromNumbered, hasTag, startsWithTag, withoutInvisibleStart, type Choice, type Step } from './reading.js';
import { fromRichText } from './rich-text.js';
import { unwrap } from './unwrap.js';

type Kind = 'html' | 'markdown' | 'component' | 'text';

interface Reading {
  kind: Kind;
  /** This is the text to use. It is the first choice if there are choices. */
  text: string;
  /** These steps were done, in this order. It is empty if the text is unchanged. */
  steps: readonly Step[];
  /** If the text has several pages, these are at least two, and a person has to choose. */
  choices: readonly Choice[];
}

export interface PageInput extends Reading {
  original: string;
}

interface Beside {
  /** The clipboard has this as `text/html`. */
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

/** An answer may be nested this deep: in JSON, in a fence, and so on. */
const MAX_DEPTH = 5;

function read(text: string, depth = MAX_DEPTH): Reading {
  if (startsWithTag(text)) return unchanged('html', text);
  if (isComponent(text)) return unchanged('component', text);
  const seen = withoutInvisibleStart(text);
  const found = depth === 0 ? undefined : (unwrap(seen) ?? fromNumbered(seen) ?? fromAnswer(seen));
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
