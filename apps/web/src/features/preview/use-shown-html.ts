import type { PageFormat } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { textOfCode } from '../../http/failure.js';
import { texts } from '../../texts/ja.js';

/** Returns what viewers get of a page's source: the source itself, or its rendered form a moment later. */
export function useShownHtml(source: string, format: PageFormat): string {
  const [rendered, setRendered] = useState('');
  useEffect(() => {
    if (format === 'html') return undefined;
    let isGone = false;
    render(source, format).then(
      (html) => {
        if (!isGone) setRendered(html);
      },
      (error: unknown) => console.warn('the page was not rendered', error),
    );
    return () => {
      isGone = true;
    };
  }, [source, format]);
  return format === 'html' ? source : rendered;
}

/** Most pages are HTML, so what renders others is not part of the app's first parts. */
async function render(source: string, format: Exclude<PageFormat, 'html'>): Promise<string> {
  if (format === 'markdown') {
    const { renderMarkdown } = await import('@haru/page-render');
    return renderMarkdown(source);
  }
  const { pageOfFault, renderComponent } = await import('@haru/page-render/component');
  const made = renderComponent(source, { isPreview: true });
  if (!('code' in made)) return made.html;
  return pageOfFault(`${textOfCode(made.code) ?? texts.errors.UNKNOWN_ERROR}\n${made.detail}`);
}
