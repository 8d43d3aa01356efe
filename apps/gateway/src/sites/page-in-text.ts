import { type PageFormat, ServiceError } from '@haru/contracts';
import { readPageInput } from '@haru/page-input';

export interface PageText {
  text: string;
  format: PageFormat | undefined;
  /** These steps took the page out of the text. It is absent if the text is the page. */
  steps?: readonly string[] | undefined;
}

/** The gateway answers no other request while it reads a text: 0.1 s for 1 MiB. A larger text is not read. */
const MAX_READ = 262_144;

/**
 * Reads the page in the text as the screen for pasting does; with a format the text is taken as it is.
 * @throws ServiceError SEVERAL_PAGES
 */
export function pageIn(content: string, format?: PageFormat): PageText {
  if (format !== undefined || content.length > MAX_READ) return { text: content, format };
  const { kind, text, choices, steps } = readPageInput(content);
  if (choices.length > 1) throw new ServiceError('SEVERAL_PAGES');
  return {
    text,
    format: kind === 'markdown' || kind === 'component' ? kind : undefined,
    steps: steps.length === 0 ? undefined : steps,
  };
}
