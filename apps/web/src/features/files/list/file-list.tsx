import type { ReactNode } from 'react';
import { FolderIcon } from '../../../components/icons/action-icons.js';
import { FileIcon } from '../../../components/icons/icons.js';
import { filesTexts as text } from '../../../texts/files.js';
import { formatBytes } from '../../../texts/formats.js';
import type { PageFile } from '../page-file.js';
import type { LeftOut } from '../taking/take-files.js';
import styles from './file-list.module.css';
import { fileNameOf, treeOf, type FolderNode } from './file-tree.js';

interface FileListProps {
  files: readonly PageFile[];
  onOpen?: (file: PageFile) => void;
  openPath?: string | undefined;
  markOf?: (file: PageFile) => ReactNode;
  actionsOf?: (file: PageFile) => ReactNode;
}

/** With more files than this, folders are closed at first. */
const MAX_OPEN_FILES = 60;

export function FileList(props: FileListProps) {
  const root = treeOf(props.files);
  return (
    <div aria-label={text.list} className={styles['list']} role="group">
      <Folder {...props} folder={root} isOpen={root.count <= MAX_OPEN_FILES} />
    </div>
  );
}

function Folder({ folder, ...props }: FileListProps & { folder: FolderNode; isOpen: boolean }) {
  return (
    <ul>
      {folder.files.map((file) => (
        <FileRow {...props} file={file} key={file.path} />
      ))}
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <details open={props.isOpen}>
            <summary className={styles['folder']}>
              <FolderIcon />
              <span className={`ellipsis grow ${styles['name']}`}>{inner.name}</span>
              <span className={styles['size']}>{text.count(inner.count)}</span>
            </summary>
            <Folder {...props} folder={inner} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function FileRow({ file, onOpen, openPath, markOf, actionsOf }: Omit<FileListProps, 'files'> & { file: PageFile }) {
  const name = (
    <>
      <FileIcon />
      <span className={`grow two-lines ${styles['name']}`}>{fileNameOf(file.path)}</span>
      {markOf?.(file)}
      <span className={styles['size']}>{formatBytes(file.bytes)}</span>
    </>
  );
  return (
    <li className={`row ${styles['row']}`}>
      {onOpen ? (
        <button
          aria-current={file.path === openPath || undefined}
          className={styles['file']}
          onClick={() => onOpen(file)}
          type="button"
        >
          {name}
        </button>
      ) : (
        <span className={styles['file']}>{name}</span>
      )}
      {actionsOf?.(file)}
    </li>
  );
}

/** Lists the files that were not taken; it is open where one of them is not merely hidden. */
export function LeftOutList({ files }: { files: readonly LeftOut[] }) {
  if (files.length === 0) return null;
  return (
    <details className={`disclosure ${styles['leftOut']}`} open={files.some(({ isFault }) => isFault)}>
      <summary>{text.leftOut(files.length)}</summary>
      <ul className={styles['lefts']}>
        {files.map(({ path, reason, isFault }) => (
          <li className={styles['left']} key={path}>
            <span>{path}</span>
            <span className={isFault ? 'red-xs' : 'soft-xs'}>{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
