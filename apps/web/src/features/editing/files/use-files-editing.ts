import { START_PAGE, type DeclaredFile } from '@haru/contracts';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { PageContent } from '../../../api/api.js';
import type { OfPage, VersionContent } from '../../../api/sites/site-versions.js';
import { loadPublishLimits, type Dispatch } from '../../../api/sites/uploads.js';
import { useNotices } from '../../../components/notices/notices.js';
import { useForm } from '../../../forms/use-form.js';
import { callFailureOf } from '../../../http/failure.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { texts } from '../../../texts/ja.js';
import { merged, type PageFile } from '../../files/page-file.js';
import { storedFiles } from './stored-files.js';
import { fileFailureText } from '../../files/sending/file-upload.js';
import { UPLOAD_PAUSED } from '../../files/sending/upload-paused.js';
import { useUpload } from '../../files/sending/use-upload.js';
import { TakeError, type Source } from '../../files/taking/sources.js';
import { filesBeside, takeFiles } from '../../files/taking/take-files.js';
import { useUpdate } from '../use-update.js';

export type FilesEditing = ReturnType<typeof useFilesEditing>;

/** Holds a page with several files: its files, the version they are based on, and publishing them. */
export function useFilesEditing(page: OfPage, head: VersionContent, declared: readonly DeclaredFile[]) {
  const { id } = head;
  const dispatch = useDispatch<Dispatch>();
  const { showToast } = useNotices();
  const [published, setPublished] = useState(() => ({
    version: head.version,
    files: storedFiles(dispatch, page, head.version, declared),
  }));
  const key = `${page.account}/${id}`;
  const [start] = useState(() => startOf(kept.get(key), published));
  const [files, setFiles] = useState(start.files);
  const [openPath, setOpenPath] = useState(() => startPageIn(files));
  const [problem, setProblem] = useState('');
  const { baseRef, update, ...updating } = useUpdate(head, start.base);
  const { send, forget, pause, progress } = useUpload(files);
  const isChanged = files !== published.files;
  useEffect(() => {
    keep(key, isChanged ? { base: baseRef.current, files } : undefined);
  }, [baseRef, isChanged, key, files]);

  const change = (next: PageFile[] | ((now: PageFile[]) => PageFile[])) => {
    setProblem('');
    if (form.refusal) form.reset();
    setFiles(next);
  };
  const publish = async () => {
    try {
      const sent = await send();
      const next = await update({ upload_id: sent.id }, `${sent.id}-${baseRef.current ?? 'any'}`);
      if (next !== undefined) setPublished({ version: next, files });
    } catch (error) {
      const failure = callFailureOf(error);
      // The upload has expired: the next try sends the files again.
      if (failure?.code === 'UPLOAD_NOT_FOUND') forget();
      if (failure?.code !== UPLOAD_PAUSED) throw error;
    }
  };
  const form = useForm({
    initial: {},
    send: publish,
    refusalOf: (failure) => ({ title: editingTexts.failed, text: fileFailureText(failure), code: failure.code }),
  });
  const add = async (sources: readonly Source[], at?: string) => {
    try {
      const taken = await takeFiles(sources, await loadPublishLimits(dispatch), at !== undefined);
      const [only] = taken.files;
      // The files may have been edited while these were read.
      change((now) => merged(now, at !== undefined && only ? [{ ...only, path: at }] : filesBeside(now, taken)));
      setProblem(taken.leftOut.map(({ path, reason }) => text.leftOut(path, reason)).join(''));
    } catch (error) {
      console.warn('the files were not added', error);
      setProblem(error instanceof TakeError ? error.message : texts.publish.fileUnreadable);
    }
  };

  return {
    ...updating,
    files,
    published: published.files,
    version: published.version,
    isChanged,
    isRestored: start.isRestored,
    unpublished: { files, previewUrl: progress.sent?.previewUrl },
    problem,
    form,
    progress,
    pause,
    send,
    open: files.find(({ path }) => path === openPath),
    setOpenPath,
    /** Adds files; one at the same path is replaced. @param at a single file gets this path */
    add: (sources: readonly Source[], at?: string) => void add(sources, at),
    write: (path: string, content: Blob) => {
      change(files.map((file) => (file.path === path ? { path, bytes: content.size, content } : file)));
    },
    rename: (path: string, next: string) => {
      change(files.map((file) => (file.path === path ? { ...file, path: next } : file)));
      setOpenPath(next);
    },
    remove: (path: string) => {
      const removed = files.filter((file) => file.path === path);
      const left = files.filter((file) => file.path !== path);
      change(left);
      setOpenPath(undefined);
      // Other files may be edited until it is pressed.
      const undo = () => setFiles((now) => (now === left ? files : merged(removed, now)));
      showToast(text.removed(path), { label: text.undo, run: undo });
    },
    content: async (): Promise<PageContent> => ({ upload_id: (await send()).id }),
    discard: () => {
      baseRef.current = published.version;
      change(published.files);
      setOpenPath(startPageIn(published.files));
    },
  };
}

const startPageIn = (files: readonly PageFile[]): string | undefined =>
  files.find(({ path }) => path === START_PAGE)?.path;

interface EditedFiles {
  base: number | undefined;
  files: PageFile[];
}

/** Files that are not published, by account and page. They stay while other screens are shown, in memory only. */
const kept = new Map<string, EditedFiles>();

function keep(key: string, edited: EditedFiles | undefined): void {
  if (edited) kept.set(key, edited);
  else kept.delete(key);
  // The browser asks before it closes the tab, whatever screen is shown.
  if (kept.size) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function startOf(edited: EditedFiles | undefined, published: { version: number; files: PageFile[] }) {
  if (!edited) return { base: published.version, files: published.files, isRestored: false };
  const stored = new Map(published.files.map((file) => [storedNameOf(file), file]));
  return { ...edited, files: edited.files.map((file) => stored.get(storedNameOf(file)) ?? file), isRestored: true };
}

/** Two files with the same name are the same stored file at the same path. */
const storedNameOf = ({ path, content }: PageFile): unknown =>
  content instanceof Blob ? content : `${content.sha256}/${path}`;
