import { defaultPublishLimits, filePathFault, treeFault } from '@haru/contracts';
import { TextInput } from '../../../components/inputs/text-input.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import type { FilesEditing } from './use-files-editing.js';

/** A slash in the name moves the file into a folder. */
export function RenameDialog({ editing, path, onClose }: { editing: FilesEditing; path: string; onClose: () => void }) {
  const form = useForm({
    initial: { name: path },
    check: ({ name }) => ({ name: problemOf(name.trim()) }),
    send: async ({ name }) => {
      onClose();
      editing.rename(path, name.trim().normalize('NFC'));
      return Promise.resolve();
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
