import { START_PAGE, type PageFormat } from '@haru/contracts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { Tabs, type Tab } from '../../../components/tabs/tabs.js';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../../api/sites/uploads.js';
import { editFilesTexts } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import type { PageFile } from '../../files/page-file.js';
import { storedFiles } from '../files/stored-files.js';
import styles from './comparison.module.css';
import { ChangedFileList, FilesSideBySide, type ComparedFiles } from './files-comparison.js';
import { type ComparedPages, SideBySide, SliderComparison } from './rendered.js';
import { TextComparison } from './text-comparison.js';
import { useGetVersionQuery, type OfPage, type VersionContent } from '../../../api/sites/site-versions.js';
import { useShownHtml } from '../../preview/use-shown-html.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';

interface FrameProps<Kind extends string> {
  before: { name: string };
  after: { name: string };
  /** The text of the button that closes. */
  close: string;
  onClose: () => void;
  actions?: ReactNode;
  kinds: readonly [Tab<Kind>, ...Tab<Kind>[]];
  show: (kind: Kind) => ReactNode;
}

const text = editingTexts.comparison;
const pageKinds = [
  { name: 'pages', title: text.pages },
  { name: 'slider', title: text.slider },
  { name: 'text', title: text.text },
] as const;
const fileKinds = [
  { name: 'pages', title: text.pages },
  { name: 'files', title: editFilesTexts.changedFiles },
] as const;

/** Compares two versions in one of several ways. */
function ComparisonFrame<Kind extends string>({
  before,
  after,
  close,
  onClose,
  actions,
  kinds,
  show,
}: FrameProps<Kind>) {
  const section = useRef<HTMLElement>(null);
  // The button that led here is removed.
  useEffect(() => section.current?.focus(), []);
  const [kind, setKind] = useState<Kind>(kinds[0].name);
  return (
    <section
      aria-label={text.title(before.name, after.name)}
      className={styles['comparison']}
      ref={section}
      tabIndex={-1}
    >
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{text.title(before.name, after.name)}</h2>
        <div className="wrap-8">
          <Button onClick={onClose} size="sm">
            {close}
          </Button>
          {actions}
        </div>
      </div>
      <Tabs chosen={kind} label={text.kinds} onChoose={setKind} tabs={kinds}>
        {show(kind)}
      </Tabs>
    </section>
  );
}

/** `source` is in this format. */
interface ComparedSource {
  name: string;
  source: string;
  format: PageFormat;
}

interface TextsComparisonProps extends Omit<FrameProps<string>, 'kinds' | 'show'> {
  before: ComparedSource;
  after: ComparedSource;
}

function TextsComparison({ before, after, ...frame }: TextsComparisonProps) {
  const pages: ComparedPages = {
    before: { name: before.name, html: useShownHtml(before.source, before.format) },
    after: { name: after.name, html: useShownHtml(after.source, after.format) },
  };
  return (
    <ComparisonFrame
      {...frame}
      {...pages}
      kinds={pageKinds}
      show={(kind) => {
        if (kind === 'text') return <TextComparison after={after.source} before={before.source} />;
        return kind === 'pages' ? <SideBySide {...pages} /> : <SliderComparison {...pages} />;
      }}
    />
  );
}

export type Unpublished = { html: string } | { files: readonly PageFile[]; previewUrl: string | undefined };

interface NamedVersion {
  name: string;
  version: number;
}

interface VersionComparisonProps {
  page: OfPage;
  before: NamedVersion;
  after: NamedVersion | ({ name: string } & Unpublished);
  close: string;
  onClose: () => void;
  children?: ReactNode;
}

export function VersionComparison({ page, before, after, close, onClose, children }: VersionComparisonProps) {
  const older = useGetVersionQuery({ ...page, version: before.version });
  const dispatch = useDispatch<Dispatch>();
  const sideOf = ({ name, version }: NamedVersion, { files, html_content: html }: VersionContent): ComparedFiles =>
    files ? { name, shown: { version }, files: storedFiles(dispatch, page, version, files) } : textSide(name, html);
  // Unpublished changes have no version to load. The query then reads the older version, which is loaded anyway.
  const newer = useGetVersionQuery({ ...page, version: 'version' in after ? after.version : before.version });
  const failed = [older, newer].find(({ error }) => error !== undefined);
  if (failed) {
    return (
      <LoadFailure error={failed.error} onRetry={failed.refetch} title={editingTexts.loadFailed}>
        <Button onClick={onClose}>{close}</Button>
      </LoadFailure>
    );
  }
  if (!older.data || !newer.data) return <Loading />;
  const frame = { actions: children, close, onClose };
  if (older.data.files !== undefined || newer.data.files !== undefined || 'files' in after) {
    const from = sideOf(before, older.data);
    const to = 'version' in after ? sideOf(after, newer.data) : unpublishedSide(after);
    return (
      <ComparisonFrame
        {...frame}
        after={to}
        before={from}
        kinds={fileKinds}
        show={(kind) =>
          kind === 'pages' ? (
            <FilesSideBySide after={to} before={from} page={page} />
          ) : (
            <ChangedFileList after={to} before={from} />
          )
        }
      />
    );
  }
  const { html_content: beforeSource, format: beforeFormat = 'html' } = older.data;
  // A text that is not published has the format of the page.
  const { html_content: newerSource, format: afterFormat = 'html' } = newer.data;
  return (
    <TextsComparison
      {...frame}
      after={{ name: after.name, source: 'html' in after ? after.html : newerSource, format: afterFormat }}
      before={{ name: before.name, source: beforeSource, format: beforeFormat }}
    />
  );
}

/** A version of one text is compared as one file. */
function textSide(name: string, html: string): ComparedFiles {
  const content = new Blob([html], { type: 'text/html' });
  return { name, shown: { html }, files: [{ path: START_PAGE, bytes: content.size, content }] };
}

function unpublishedSide(after: { name: string } & Unpublished): ComparedFiles {
  if ('html' in after) return textSide(after.name, after.html);
  return { name: after.name, shown: { previewUrl: after.previewUrl }, files: after.files };
}
