import type { PageFormat } from '@haru/contracts';
import { useAfterPause } from '../../../components/hooks.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { BrowserFrame } from '../../preview/browser-frame.js';
import { useShownHtml } from '../../preview/use-shown-html.js';
import { isBlank } from '../../site/html-rules.js';
import invitation from '../examples/invitation.html?raw';

interface PagePreviewProps {
  html: string;
  format: PageFormat;
  isVisible: boolean;
  startsNarrow: boolean;
}

export function PagePreview({ html, format, ...rest }: PagePreviewProps) {
  const settled = useAfterPause(html);
  const shown = useShownHtml(settled, format);
  const isExample = isBlank(settled);
  return <BrowserFrame {...rest} html={isExample ? invitation : shown} isExample={isExample} title={text.preview} />;
}
