import { defaultPublishLimits, filePathFault, treeFault, tryDecode } from '@haru/contracts';
import { useEffect, useRef, useState } from 'react';
import { MoreIcon, PencilIcon, TrashIcon } from '../../../components/icons/action-icons.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { Loading } from '../../../components/loading/loaded-part.js';
import { DisclosureMenu } from '../../../components/menu/disclosure-menu.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { formatBytes } from '../../../texts/formats.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { CodeEditor } from '../../code/code-editor.js';
import type { TextField } from '../../code/text-field.js';
import { FileButton } from '../../files/inputs/file-inputs.js';
import { fileNameOf } from '../../files/list/file-tree.js';
import { blobOf, isTextFile, type PageFile } from '../../files/page-file.js';
import styles from './files-editing.module.css';
import type { FilesEditing } from './use-files-editing.js';

/** The preview is updated on request, so a change may be reported after a pause. */
const PAUSE_MS = 100;
const htmlName = /\.html?$/i;

export function OpenFile({ editing, isNarrow }: { editing: FilesEditing; isNarrow: boolean }) {
  const { open, form } = editing;
  const [isRenaming, setRenaming] = useState(false);
  if (!open) return <p className="soft-sm placeholder">{isNarrow ? text.chooseOnPhone : text.choose}</p>;
  const { path, bytes } = open;
  return (
    <>
      <div className={`between pane-head ${styles['head']}`}>
        <h2 className={`shrinks subhead ${styles['name']}`} title={path}>
          {fileNameOf(path)}
          <span className="soft-xs normal">{formatBytes(bytes)}</span>
        </h2>
        <div className="row">
          <FileButton disabled={form.working} isPlain onFiles={(files) => editing.add(files.slice(0, 1), path)}>
            {text.replace}
          </FileButton>
          {!form.working && (
            <DisclosureMenu
              groups={[
                [{ icon: <PencilIcon />, label: text.rename, onSelect: () => setRenaming(true) }],
                [{ icon: <TrashIcon />, label: text.remove, danger: true, onSelect: () => editing.remove(path) }],
              ]}
              iconLeft={<MoreIcon />}
              label={text.actions}
            />
          )}
        </div>
      </div>
      <FileContent editing={editing} file={open} />
      {isRenaming && <RenameDialog editing={editing} onClose={() => setRenaming(false)} path={path} />}
    </>
  );
}

/** A slash in the name moves the file into a folder. */
function RenameDialog({ editing, path, onClose }: { editing: FilesEditing; path: string; onClose: () => void }) {
  const form = useForm({
    initial: { name: path },
    check: ({ name }) => ({ name: problemOf(name.trim()) }),
    send: async ({ name }) => {
      onClose();
      editing.rename(path, name.trim().normalize('NFC'));
    },
  });
  const problemOf = (name: string) => {
    if (filePathFault(name, defaultPublishLimits)) return text.nameInvalid;
    const renamed = editing.files.map((file) => (file.path === path ? { ...file, path: name } : file));
    return treeFault(renamed, defaultPublishLimits)?.code === 'FILE_PATHS_EQUAL' ? text.nameTaken : undefined;
  };
  return (
    <FormDialog confirm={text.renameSubmit} form={form} onClose={onClose} title={text.renameTitle(path)} width="sm">
      <TextInput
        {...form.fieldProps('name')}
        autoComplete="off"
        hint={text.renameHint}
        label={text.renameLabel}
        spellCheck={false}
      />
    </FormDialog>
  );
}

function FileContent({ editing, file }: { editing: FilesEditing; file: PageFile }) {
  const { path, content } = file;
  const editor = useRef<TextField>(null);
  const written = useRef<Blob>(null);
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let isCurrent = true;
    // The editor has this text already.
    if (content === written.current) return undefined;
    void shownOf({ path, bytes: 0, content }).then((next) => isCurrent && setShown(next));
    return () => {
      isCurrent = false;
    };
  }, [path, content]);
  if (!shown) return <Loading />;
  if (shown.hasFailed) return <ErrorNotice>{text.loadFailed}</ErrorNotice>;
  if (shown.image !== undefined) {
    return (
      <div className={`centred ${styles['image']}`}>
        <img alt={path} src={shown.image} />
      </div>
    );
  }
  if (shown.text === undefined) return <p className="soft-sm placeholder">{text.notText}</p>;
  return (
    <CodeEditor
      hint={editingTexts.editorHint}
      maxColoured={htmlName.test(path) ? Infinity : 0}
      onChange={(changed) => {
        written.current = new Blob([changed]);
        // The editor follows its text, so that discarding the changes reaches it.
        setShown({ text: changed });
        editing.write(path, written.current);
      }}
      onKeyDown={editing.submitOnShortcut}
      pauseMs={PAUSE_MS}
      readOnly={editing.form.working}
      ref={editor}
      text={shown.text}
    />
  );
}

/** It has neither a text nor an image where the file cannot be shown. */
interface Shown {
  text?: string;
  /** An address with the data. The app's policy allows images from such addresses, but not from those of blobs. */
  image?: string;
  hasFailed?: boolean;
}

const imageName = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i;

async function shownOf(file: PageFile): Promise<Shown> {
  const isText = isTextFile(file.path);
  if (!isText && !imageName.test(file.path)) return {};
  try {
    const blob = await blobOf(file);
    if (!isText) return { image: await dataUrlOf(blob) };
    // A file in another encoding would be changed by editing it.
    return { text: tryDecode('utf-8', new Uint8Array(await blob.arrayBuffer())) };
  } catch (error) {
    console.warn('the file was not loaded', error);
    return { hasFailed: true };
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('the file was not read', { cause: reader.error })));
    reader.readAsDataURL(blob);
  });
}
