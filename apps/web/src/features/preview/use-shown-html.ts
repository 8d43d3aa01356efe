import type { PageFormat } from '@haru/contracts';
import { useEffect, useState } from 'react';

/** Returns what viewers get of a page's source: the source itself, or its rendered form a moment later. */
export function useShownHtml(source: string, format: PageFormat): string {
  const [rendered, setRendered] = useState('');
  useEffect(() => {
    if (format === 'html') return undefined;
    let isGone = false;
    // Few pages are Markdown, so what renders them is not part of the app's first parts.
    import('@haru/page-render').then(
      ({ renderMarkdown }) => {
        if (!isGone) setRendered(renderMarkdown(source));
      },
      (error: unknown) => console.warn('the Markdown was not rendered', error),
    );
    return () => {
      isGone = true;
    };
  }, [source, format]);
  return format === 'html' ? source : rendered;
}
