import { useId } from 'react';
import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import type { Action } from '../../forms/use-action.js';
import { editingTexts } from '../../texts/sites/editing.js';
import styles from './conflict-dialog.module.css';
import type { Conflict } from './use-editing.js';

interface ConflictDialogProps {
  conflict: Conflict;
  publishing: Action;
  onCompare: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

const text = editingTexts.conflict;

/**
 * The page no longer has the version that the update is based on: the person chooses one of three actions or returns
 * to the editor.
 */
export function ConflictDialog({ conflict, publishing, onCompare, onOverwrite, onClose }: ConflictDialogProps) {
  const { current } = conflict;
  const source = current && editingTexts.versions.sources[current.source];
  return (
    <Modal onClose={onClose} title={text.title} working={publishing.working}>
      <p>
        {current ? text.text(current.version, source ?? current.source, new Date(current.created_at)) : text.unknown}
      </p>
      <ul className={styles['choices']}>
        {current && <Choice detail={text.compareText} label={text.compare} onChoose={onCompare} primary />}
        <Choice detail={text.overwriteText} label={text.overwrite} onChoose={onOverwrite} />
        <Choice detail={text.publishText} label={text.publish} loading={publishing.working} onChoose={publishing.run} />
      </ul>
      {publishing.refusal && <ErrorNotice title={publishing.refusal.title}>{publishing.refusal.text}</ErrorNotice>}
    </Modal>
  );
}

interface ChoiceProps {
  label: string;
  detail: string;
  loading?: boolean;
  primary?: boolean;
  onChoose: () => void;
}

function Choice({ label, detail, loading = false, primary = false, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <li className="stack-4">
      <Button
        aria-describedby={id}
        className={styles['button']}
        loading={loading}
        onClick={onChoose}
        variant={primary ? 'primary' : 'secondary'}
      >
        {label}
      </Button>
      <p className="soft-sm" id={id}>
        {detail}
      </p>
    </li>
  );
}
