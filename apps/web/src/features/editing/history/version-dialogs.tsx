import { limits, type SiteVersion } from '@haru/contracts';
import {
  useEraseVersionMutation,
  useLabelVersionMutation,
  useRestoreVersionMutation,
  type OfPage,
} from '../../../api/sites/site-versions.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { useNotices } from '../../../components/notices/notices.js';
import { FormDialog } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { editingTexts } from '../../../texts/sites/editing.js';
import { secretTexts } from '../../../texts/sites/secrets.js';

export interface OpenVersionDialog {
  name: 'restore' | 'rename' | 'erase';
  version: SiteVersion;
}

interface VersionDialogsProps {
  page: OfPage;
  dialog: OpenVersionDialog;
  hasUnsavedText: boolean;
  onRestored: () => void;
  onClose: () => void;
}

interface DialogProps extends VersionDialogsProps {
  version: SiteVersion;
}

const text = editingTexts.versions;
const noValues = {};

export function VersionDialogs(props: VersionDialogsProps) {
  const { name, version } = props.dialog;
  const Dialog = { restore: RestoreDialog, rename: RenameDialog, erase: EraseDialog }[name];
  return <Dialog {...props} version={version} />;
}

function RestoreDialog({ page, version: { version }, hasUnsavedText, onRestored, onClose }: DialogProps) {
  const { showNotice, showToast } = useNotices();
  const [restoreVersion] = useRestoreVersionMutation();
  const form = useForm({
    initial: noValues,
    send: async () => {
      const { secrets } = await restoreVersion({ id: page.id, version }).unwrap();
      onClose();
      onRestored();
      showToast(text.restored(version));
      if (secrets) showNotice({ kind: 'fault', text: secretTexts.notice(secrets) });
    },
    action: { failed: text.restoreFailed },
  });
  return (
    <FormDialog confirm={text.restore} form={form} onClose={onClose} title={text.restoreTitle(version)} width="sm">
      <p>{text.restoreText}</p>
      {hasUnsavedText && <p>{text.unsaved}</p>}
    </FormDialog>
  );
}

function RenameDialog({ page, version: { version, label }, onClose }: DialogProps) {
  const { showToast } = useNotices();
  const [labelVersion] = useLabelVersionMutation();
  const form = useForm({
    initial: { label: label ?? '' },
    send: async (values) => {
      await labelVersion({ id: page.id, version, label: values.label.trim() }).unwrap();
      onClose();
      showToast(text.renamed);
    },
    action: { failed: text.renameFailed },
  });
  return (
    <FormDialog confirm={text.renameSubmit} form={form} onClose={onClose} title={text.renameTitle(version)} width="sm">
      <TextInput
        {...form.fieldProps('label')}
        autoComplete="off"
        hint={text.renameHint}
        label={text.renameLabel}
        maxLength={limits.versionLabelMaxLength}
      />
    </FormDialog>
  );
}

function EraseDialog({ page, version: { version }, onClose }: DialogProps) {
  const { showToast } = useNotices();
  const [eraseVersion] = useEraseVersionMutation();
  const form = useForm({
    initial: noValues,
    send: async () => {
      await eraseVersion({ id: page.id, version }).unwrap();
      onClose();
      showToast(text.erased(version));
    },
    action: { failed: text.eraseFailed },
  });
  return (
    <FormDialog
      confirm={text.eraseSubmit}
      danger
      form={form}
      onClose={onClose}
      title={text.eraseTitle(version)}
      width="sm"
    >
      <p>{text.eraseText}</p>
    </FormDialog>
  );
}
