import type { DeclaredFile } from '@haru/contracts';
import type { VersionContent } from '../../../api/sites/site-versions.js';
import { useNarrowWidth } from '../../../components/hooks.js';
import { editFilesTexts as text } from '../../../texts/sites/edit-files.js';
import { EditScreen, type ViewProps } from '../edit-screen.js';
import { FilesPane } from './files-pane.js';
import { FilesPreview } from './files-preview.js';
import { OpenFile } from './open-file.js';
import { useFilesEditing } from './use-files-editing.js';

interface FilesEditingProps extends ViewProps {
  head: VersionContent;
  files: readonly DeclaredFile[];
}

export function FilesEditing({ head, files, ...props }: FilesEditingProps) {
  const editing = useFilesEditing(props.page, head, files);
  const isNarrow = useNarrowWidth();
  const list = <FilesPane editing={editing} onOpened={() => props.onView('file')} />;
  const file = <OpenFile editing={editing} isNarrow={isNarrow} key={editing.open?.path} />;
  const preview = <FilesPreview editing={editing} isNarrow={isNarrow} page={props.page} />;
  return (
    <EditScreen
      {...props}
      editing={editing}
      panes={[
        { name: 'files', title: text.files, show: () => list },
        { name: 'file', title: text.edit, show: () => file },
        { name: 'preview', title: text.preview, show: () => preview },
      ]}
    />
  );
}
