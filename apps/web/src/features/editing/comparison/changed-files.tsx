import { START_PAGE, type PageFormat } from '@haru/contracts';
import { use, useState } from 'react';
import { Badge, type Tone } from '../../../components/badge.js';
import { RowList } from '../../../components/list/row-list.js';
import { LoadedPart, Loading } from '../../../components/loading/loaded-part.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { formatBytes } from '../../../texts/formats.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { blobOf, isTextFile, type PageFile } from '../../files/page-file.js';
import styles from './comparison.module.css';
import { TextComparison } from './text-comparison.js';

/** The app renders a text; the server shows a version with several files, and a preview of files before that. */
export type ComparedContent =
  | { source: string; format: PageFormat }
  | { files: readonly PageFile[]; version: number }
  | { files: readonly PageFile[]; previewUrl: string | undefined };

export interface ComparedSide {
  name: string;
  content: ComparedContent;
}

interface ChangedFile {
  path: string;
  before: PageFile | undefined;
  after: PageFile | undefined;
}

const tones = { changed: 'soon', removed: 'bad', added: 'good' } as const satisfies Record<string, Tone>;

export function ChangedFileList({ before, after }: { before: ComparedContent; after: ComparedContent }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) return <p role="status">{editingTexts.comparison.same}</p>;
  return (
    <div className="stack-12">
      <p className="soft-md" role="status">
        {text.changedCount(changes.length)}
      </p>
      <RowList>
        {changes.map((change) => (
          <li className={styles['file']} key={change.path}>
            <FileChange {...change} />
          </li>
        ))}
      </RowList>
    </div>
  );
}

export function changesOf(before: ComparedContent, after: ComparedContent): ChangedFile[] {
  return changedFiles(filesOf(before), filesOf(after));
}

/** A page of one text is compared as one file. */
function filesOf(content: ComparedContent): readonly PageFile[] {
  if ('files' in content) return content.files;
  const source = new Blob([content.source]);
  return [{ path: START_PAGE, bytes: source.size, content: source }];
}

export function changedFiles(before: readonly PageFile[], after: readonly PageFile[]): ChangedFile[] {
  const [older, newer] = [before, after].map((files) => new Map(files.map((file) => [file.path, file])));
  const paths = [...new Set([...before, ...after].map(({ path }) => path))];
  return paths
    .sort((one, other) => one.localeCompare(other, 'ja', { numeric: true }))
    .map((path) => ({ path, before: older?.get(path), after: newer?.get(path) }))
    .filter(({ before: old, after: current }) => !old || !current || !hasSameContent(old, current));
}

function hasSameContent({ content: one }: PageFile, { content: other }: PageFile): boolean {
  if (one instanceof Blob || other instanceof Blob) return one === other;
  return one.sha256 === other.sha256;
}

function FileChange({ path, before, after }: ChangedFile) {
  const [texts, setTexts] = useState<Promise<[string, string]>>();
  const kind = before && after ? 'changed' : before ? 'removed' : 'added';
  const title = (
    <>
      <Badge tone={tones[kind]}>{text.kinds[kind]}</Badge>
      <span className={styles['path']}>{path}</span>
      <span className="soft-xs">
        {[before, after].flatMap((file) => (file ? [formatBytes(file.bytes)] : [])).join(' → ')}
      </span>
    </>
  );
  if (!isTextFile(path)) return <p className={styles['summary']}>{title}</p>;
  const loadTexts = () => Promise.all([textOf(before), textOf(after)]);
  return (
    <details onToggle={(event) => setTexts(event.currentTarget.open ? loadTexts() : undefined)}>
      <summary className={styles['summary']}>{title}</summary>
      {texts && (
        <LoadedPart failed={<ErrorNotice>{text.loadFailed}</ErrorNotice>} fallback={<Loading />}>
          <LoadedTexts texts={texts} />
        </LoadedPart>
      )}
    </details>
  );
}

function LoadedTexts({ texts }: { texts: Promise<[string, string]> }) {
  const [before, after] = use(texts);
  return <TextComparison after={after} before={before} />;
}

async function textOf(file: PageFile | undefined): Promise<string> {
  return file ? (await blobOf(file)).text() : '';
}
