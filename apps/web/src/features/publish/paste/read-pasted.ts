import type { PageFormat } from '@haru/contracts';
import { readPageInput, type PageInput } from '@haru/page-input';
import { pasteTexts as texts } from '../../../texts/publish/paste.js';

export interface Entered {
  text: string;
  /** The text has it from now on; otherwise its format stays. */
  format?: PageFormat;
  notice: string;
  /** Undo restores this text; '' if there is nothing to undo. */
  before: string;
  offers: readonly Offer[];
  /** The text was recognized as Markdown and is shown unchanged. */
  isRawMarkdown?: boolean;
}

export interface Offer {
  label: string;
  enter: () => Entered | Promise<Entered>;
  failed: string;
}

/** Returns the page in a text with what was done to find it, or undefined where there is nothing to say about it. */
export function readPasted(text: string, beside: Parameters<typeof readPageInput>[1] = {}): Entered | undefined {
  const input = readPageInput(text, beside);
  if (input.choices.length > 0) return chosen(input, 0);
  const notice = noticeOf(input);
  if (notice === '') return undefined;
  const before = input.steps.length > 0 ? input.original : '';
  const entered = { text: input.text, notice, before };
  if (input.kind === 'component') return { ...entered, format: 'component', offers: [] };
  if (input.kind !== 'markdown') return { ...entered, format: 'html', offers: [] };
  // A text is never taken for Markdown without being asked for.
  const asMarkdown = { ...entered, format: 'markdown', notice: texts.asMarkdown, before: '' } as const;
  const offers = [
    { label: texts.publishMarkdown, enter: () => ({ ...asMarkdown, offers: [asHtml] }), failed: texts.failed },
  ];
  const raw = { ...entered, format: 'html', offers, isRawMarkdown: true } as const;
  const asHtml: Offer = { label: texts.publishHtml, enter: () => raw, failed: texts.failed };
  return raw;
}

function noticeOf({ kind, steps }: PageInput): string {
  // The sentence about several languages in one page says that they came out of an answer.
  const said = steps.filter((step) => step !== 'answer' || !steps.includes('joined'));
  const sentences = said.map((step) => `${texts.steps[step](texts.answer[kind])}。`);
  if (kind === 'markdown') sentences.push(texts.markdown);
  if (kind === 'component') sentences.push(texts.component);
  return sentences.join('');
}

/** Enters the chosen page, and offers the others as buttons. */
function chosen(input: PageInput, index: number): Entered {
  const { choices, original } = input;
  return {
    text: choices[index]?.text ?? input.text,
    format: input.kind === 'component' ? 'component' : 'html',
    notice: noticeOf(input) + texts.chosen(index + 1, choices.length),
    before: original,
    offers: choices.map(({ name }, at) => ({
      label: texts.choice(at + 1, name),
      enter: () => chosen(input, at),
      failed: texts.failed,
    })),
  };
}
