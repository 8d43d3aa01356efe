import { useState, useRef } from 'react';
import { formatOfName, limits, type PageFormat } from '@haru/contracts';
import type { PageContent } from '../../api/api.js';
import { useGetHeadQuery, type OfPage, type VersionContent } from '../../api/sites/site-versions.js';
import { useMediaQuery } from '../../components/hooks.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { LoadFailure } from '../../components/notices/load-failure.js';
import { useNotices } from '../../components/notices/notices.js';
import { refusalOf } from '../../forms/action-failure.js';
import { useForm } from '../../forms/use-form.js';
import { tabStore } from '../../http/browser-storage.js';
import { callFailureOf, findingsOf, type PageFindings } from '../../http/failure.js';
import { texts } from '../../texts/ja.js';
import { previewTexts } from '../../texts/publish/preview.js';
import { publishTexts } from '../../texts/publish/publish.js';
import { editingTexts } from '../../texts/sites/editing.js';
import { CodeEditor } from '../code/code-editor.js';
import type { TextPlace, TextField } from '../code/text-field.js';
import { FileDrop } from '../files/inputs/file-inputs.js';
import { type DecodedHtml, decodeHtml } from '../files/taking/decode-html.js';
import type { Source } from '../files/taking/sources.js';
import { BrowserFrame } from '../preview/browser-frame.js';
import { useShownHtml } from '../preview/use-shown-html.js';
import { useDelayedSave } from '../site/delayed-save.js';
import { draftStore } from '../site/draft-store.js';
import { htmlFaultOf, isAboutHtml, utf8Bytes } from '../site/html-rules.js';
import { RefusedPage } from '../site/refused/refused-page.js';
import { EditScreen, type ViewProps } from './edit-screen.js';
import { FilesEditing } from './files/files-editing.js';
import styles from './page-editing.module.css';
import { useUpdate } from './use-update.js';

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
  const { editor, findings, format, problem, takeText, text } = editing;
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
      // With another title the frame would be loaded again.
      title={previewTexts.title(head.title)}
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
          <p className={`soft-xs ${styles['hint']}`}>{editingTexts.editorHint}</p>
          <FileDrop label={editingTexts.dropHere} onFiles={(sources) => void editing.takeDropped(sources)} />
        </>
      }
      notice={findings && <RefusedPage findings={findings} onShow={showFinding} page={text} />}
      panes={[
        { name: 'html', title: publishTexts.formats[format], show: () => html },
        { name: 'preview', title: editingTexts.preview, show: preview },
      ]}
    />
  );
}

/** Keeps text that is not published yet, over a reload and the end of the session, and the version it is based on. */
export const editDraft = (id: string) => draftStore(tabStore, `haru-edit-${id}`, { base: 0 });

/** Holds one page in the editor: its text, the version it is based on, and publishing it. */
function useEditing({ id, title, format = 'html', version, html_content: source }: VersionContent) {
  const editor = useRef<TextField>(null);
  const draft = editDraft(id);
  const [start] = useState(() => {
    const stored = draft.load();
    return stored && stored.html !== source ? stored : { base: version, html: source };
  });
  const [text, setText] = useState(start.html);
  const [published, setPublished] = useState({ version, html: source });
  const [findings, setFindings] = useState<PageFindings>();
  const [isRestored, setRestored] = useState(start.html !== source);
  const { baseRef, update, ...updating } = useUpdate({ id, title }, start.base);

  const read = () => editor.current?.read() ?? text;
  const contentOf = (html: string): PageContent => ({ html_content: html, ...(format === 'html' ? {} : { format }) });
  const draftOf = (html: string) => ({ base: baseRef.current ?? version, html });
  const saveDraft = (html: string, publishedHtml: string) => {
    if (html === publishedHtml) draft.forget();
    else draft.save(draftOf(html));
  };
  // Counting and storing 1 MiB takes tens of milliseconds, too long after each key.
  const [bytes, setBytes] = useState(() => utf8Bytes(start.html));
  useDelayedSave(text, () => {
    // The editor may have newer text than `text`.
    const html = read();
    setBytes(utf8Bytes(html));
    saveDraft(html, published.html);
  });

  const publish = async () => {
    const html = read();
    setFindings(undefined);
    try {
      const next = await update(contentOf(html), draft.keyOfTry(draftOf(html)));
      if (next === undefined) return;
      setPublished({ version: next, html });
      setRestored(false);
      // Text typed during the update is not published.
      const current = read();
      setText(current);
      saveDraft(current, html);
    } catch (error) {
      const refused = findingsOf(callFailureOf(error));
      if (!refused) throw error;
      setFindings(refused);
    }
  };
  const form = useForm({
    initial: { html: '' },
    check: () => ({ html: htmlFaultOf(read(), editingTexts.blank) }),
    send: publish,
    action: { failed: editingTexts.failed },
    fieldOf: (failure) => (isAboutHtml(failure) ? 'html' : undefined),
    refusalOf,
  });
  const fault = form.fieldProps('html').error;
  const takeText = (html: string) => {
    if (fault !== undefined || form.refusal) form.change('html', '');
    setText(html);
  };

  const { showToast } = useNotices();
  const takeDropped = async (sources: readonly Source[]) => {
    const read = await readDropped(sources, format);
    if (!read.ok) showToast(read.problem);
    else if (!form.working) takeText(read.html);
  };

  return {
    ...updating,
    format,
    editor,
    form,
    text,
    unpublished: { source: text, format },
    problem: bytes > limits.htmlMaxBytes ? texts.tooLarge(bytes) : fault,
    isChanged: text !== published.html,
    isRestored,
    findings,
    content: (): Promise<PageContent> => Promise.resolve(contentOf(read())),
    focus: () => editor.current?.focus(),
    takeText,
    takeDropped,
    discard: () => {
      setRestored(false);
      setFindings(undefined);
      baseRef.current = published.version;
      takeText(published.html);
    },
  };
}

/** Reads the one file of the page's format. */
async function readDropped([file, ...others]: readonly Source[], format: PageFormat): Promise<DecodedHtml> {
  if (!(file instanceof File) || others.length > 0 || formatOfName(file.name) !== format)
    return { ok: false, problem: editingTexts.dropOne(publishTexts.formats[format]) };
  const decoded = decodeHtml(new Uint8Array(await file.arrayBuffer()));
  const size = decoded.ok ? utf8Bytes(decoded.html) : 0;
  return size > limits.htmlMaxBytes ? { ok: false, problem: texts.tooLarge(size) } : decoded;
}
