import { type PageFormat, pageFormatSchema, ServiceError } from '@haru/contracts';
import { readPageInput } from '@haru/page-input';
import { z } from 'zod';

export const contentSchema = z
  .string()
  .describe(
    'One HTML document with its styles and scripts inside, Markdown, or the code of one React component (react, lucide-react, recharts, Tailwind classes), at most 1 MiB. An answer with one code block of HTML is read as the page in it.',
  );

export const formatSchema = pageFormatSchema.optional().describe('If given, content is taken as it is.');

interface PageText {
  text: string;
  format: PageFormat | undefined;
}

/** Reads the page in the text as the screen for pasting does. @throws ServiceError VALIDATION_FAILED if it has none, or several */
export function pageIn(content: string, format?: PageFormat): PageText {
  if (format !== undefined) return { text: content, format };
  const { kind, text, choices } = readPageInput(content);
  if (choices.length > 1) throw invalid(`The text has ${choices.length} pages; send one of them`);
  return { text, format: kind === 'markdown' || kind === 'component' ? kind : undefined };
}

function invalid(message: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'content', message }] });
}
