import { useEffect, useState } from 'react';
import { previewFrame } from '@haru/contracts';
import { usePreviewFilesQuery, type OfPage } from '../../../api/sites/site-versions.js';
import { Badge, type Tone } from '../../../components/badge.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { LoadFailure } from '../../../components/notices/load-failure.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { filesTexts } from '../../../texts/files.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { formatBytes } from '../../../texts/formats.js';
import { blobOf, isTextFile, type PageFile } from '../../files/page-file.js';
import { PageFrame } from '../../preview/page-frame.js';
import { changedFiles, type ChangedFile } from './changed-files.js';
import styles from './comparison.module.css';
import { TextComparison } from './text-comparison.js';

export interface ComparedFiles {
  name: string;
  files: readonly PageFile[];
  /** A version with several files is shown by the server, and a text here. What is not published has a preview. */
  shown: { version: number } | { html: string } | { previewUrl: string | undefined };
}

interface SidesProps {
  before: ComparedFiles;
  after: ComparedFiles;
}

/** Both versions stand beside each other as the server shows them. */
export function FilesSideBySide({ page, before, after }: SidesProps & { page: OfPage }) {
  return (
    <div className={styles['sides']}>
      {[before, after].map((side) => (
        <figure className={styles['side']} key={side.name}>
          <figcaption className={styles['name']}>{side.name}</figcaption>
          <Rendered {...side} page={page} />
        </figure>
      ))}
    </div>
  );
}

function Rendered({ page, name, shown }: Pick<ComparedFiles, 'name' | 'shown'> & { page: OfPage }) {
  if ('html' in shown) return <PageFrame html={shown.html} title={name} />;
  if ('version' in shown) return <VersionFrame name={name} page={page} version={shown.version} />;
  return <PreviewFrame address={shown.previewUrl} name={name} />;
}

function VersionFrame({ page, version, name }: { page: OfPage; version: number; name: string }) {
  const { data, error, isFetching, refetch } = usePreviewFilesQuery({ ...page, version });
  if (isFetching) return <Loading />;
  if (error !== undefined) return <LoadFailure error={error} onRetry={refetch} title={text.previewFailed} />;
  return <PreviewFrame address={data ?? undefined} name={name} />;
}

function PreviewFrame({ address, name }: { address: string | undefined; name: string }) {
  if (address === undefined) return <p className="soft-sm">{filesTexts.noPreview}</p>;
  return <iframe className={styles['frame']} sandbox={previewFrame.sandbox} src={address} title={name} />;
}

/** Lists the files that differ; texts can be compared. */
export function ChangedFileList({ before, after }: SidesProps) {
  const changes = changedFiles(before.files, after.files);
  if (changes.length === 0) return <p role="status">{editingTexts.comparison.same}</p>;
  return (
    <>
      <p className={styles['count']} role="status">
        {text.changedCount(changes.length)}
      </p>
      <ul className={styles['files']}>
        {changes.map((change) => (
          <li className={styles['file']} key={change.path}>
            <FileChange change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

const kindOf = ({ before, after }: ChangedFile) => (before && after ? 'changed' : before ? 'removed' : 'added');
const tones: Record<ReturnType<typeof kindOf>, Tone> = { changed: 'soon', removed: 'bad', added: 'good' };

function FileChange({ change }: { change: ChangedFile }) {
  const [isOpen, setOpen] = useState(false);
  const { path, before, after } = change;
  const kind = kindOf(change);
  const title = (
    <>
      <Badge tone={tones[kind]}>{text.kinds[kind]}</Badge>
      <span className={styles['path']}>{path}</span>
      <span className={styles['bytes']}>
        {[before, after].flatMap((file) => (file ? [formatBytes(file.bytes)] : [])).join(' → ')}
      </span>
    </>
  );
  if (!isTextFile(path)) return <p className={styles['summary']}>{title}</p>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>{title}</summary>
      {isOpen && <FileTexts change={change} />}
    </details>
  );
}

type Texts = { before: string; after: string } | 'failed';

function FileTexts({ change: { before, after } }: { change: ChangedFile }) {
  const [loaded, setLoaded] = useState<Texts>();
  useEffect(() => {
    let isCurrent = true;
    void textsOf(before, after).then((texts) => isCurrent && setLoaded(texts));
    return () => {
      isCurrent = false;
    };
  }, [before, after]);
  if (!loaded) return <Loading />;
  if (loaded === 'failed') return <ErrorNotice>{text.loadFailed}</ErrorNotice>;
  return <TextComparison after={loaded.after} before={loaded.before} />;
}

async function textsOf(before: PageFile | undefined, after: PageFile | undefined): Promise<Texts> {
  try {
    const [older, newer] = await Promise.all([textOf(before), textOf(after)]);
    return { before: older, after: newer };
  } catch (error) {
    console.warn('the files were not loaded', error);
    return 'failed';
  }
}

async function textOf(file: PageFile | undefined): Promise<string> {
  return file ? (await blobOf(file)).text() : '';
}
