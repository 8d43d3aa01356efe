import { useAfterPause } from '../../../components/hooks.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import { BrowserFrame } from '../../preview/browser-frame.js';
import { isBlank } from '../../site/html-rules.js';
import { invitation } from '../examples/invitation.js';

interface PagePreviewProps {
  html: string;
  /** It is on the screen; otherwise nothing is rendered. */
  isVisible: boolean;
  /** The screen itself is as narrow as a phone. */
  startsNarrow: boolean;
}

/** Shows the page as it will be published, or an example as long as there is none. */
export function PagePreview({ html, ...rest }: PagePreviewProps) {
  const settled = useAfterPause(html);
  const isExample = isBlank(settled);
  return <BrowserFrame {...rest} html={isExample ? invitation : settled} isExample={isExample} title={text.preview} />;
}
