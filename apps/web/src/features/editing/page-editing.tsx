import { useState } from 'react';
import { useGetHeadQuery, type OfPage, type VersionContent } from '../../api/sites/site-versions.js';
import { useMediaQuery } from '../../components/hooks.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { previewTexts } from '../../texts/publish/preview.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { CodeEditor } from '../code/code-editor.js';
import type { TextPlace } from '../code/text-field.js';
import { BrowserFrame } from '../preview/browser-frame.js';
import { useShownHtml } from '../preview/use-shown-html.js';
import { RefusedPage } from '../site/refused/refused-page.js';
import { EditScreen, type ViewProps } from './edit-screen.js';
import { FilesEditing } from './files/files-editing.js';
import styles from './page-editing.module.css';
import { useEditing } from './use-editing.js';

export function PageEditing(page: OfPage) {
  const head = useGetHeadQuery(page);
  const [view, setView] = useState<string>();
  if (!head.data) {
    if (head.error === undefined) return <Loading />;
    return <LoadFailure error={head.error} onRetry={head.refetch} title={editingTexts.loadFailed} />;
  }
  const props = { head: head.data, onReload: () => void head.refetch(), onView: setView, page, view };
  // The editor starts again with a restored version.
  const key = head.fulfilledTimeStamp;
  const { files } = head.data;
  return files ? <FilesEditing {...props} files={files} key={key} /> : <TextEditing {...props} key={key} />;
}

/** The preview follows within 300 ms of a pause in typing, of which layout takes most. */
const PAUSE_MS = 100;

function TextEditing({ head, ...props }: ViewProps & { head: VersionContent }) {
  const editing = useEditing(head);
  const { editor, findings, format, problem, takeText, text, title } = editing;
  const startsNarrow = useMediaQuery('(max-width: 1099px)');
  const shownHtml = useShownHtml(text, format);
  const [place, setPlace] = useState<TextPlace>();
  const showFinding = (finding: TextPlace) => {
    props.onView('html');
    setPlace({ ...finding });
  };
  const html = (
    <CodeEditor
      format={format}
      hint={editingTexts.editorHint}
      onChange={takeText}
      onKeyDown={editing.submitOnShortcut}
      pauseMs={PAUSE_MS}
      place={place}
      ref={editor}
      text={text}
    />
  );
  const preview = (isVisible: boolean) => (
    <BrowserFrame
      html={shownHtml}
      isVisible={isVisible}
      startsNarrow={startsNarrow}
      title={previewTexts.title(title)}
    />
  );
  return (
    <EditScreen
      {...props}
      editing={editing}
      footer={
        <>
          {problem !== undefined && (
            <p className="red-sm" role="alert">
              {problem}
            </p>
          )}
          <p className={styles['hint']}>{editingTexts.editorHint}</p>
        </>
      }
      notice={findings && <RefusedPage findings={findings} onShow={showFinding} page={text} />}
      panes={[
        { name: 'html', title: editingTexts.html, show: () => html },
        { name: 'preview', title: editingTexts.preview, show: preview },
      ]}
    />
  );
}
