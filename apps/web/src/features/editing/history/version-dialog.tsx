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
import { secretTexts } from '../../../texts/sites/owner-warnings.js';

export type VersionAction = 'restore' | 'rename' | 'erase';

interface VersionDialogProps {
  page: OfPage;
  action: VersionAction;
  version: SiteVersion;
  hasUnsavedText: boolean;
  onRestored: () => void;
  onClose: () => void;
}

const text = editingTexts.versions;

export function VersionDialog({ page, action, version: shown, hasUnsavedText, ...props }: VersionDialogProps) {
  const { showNotice, showToast } = useNotices();
  const [restoreVersion] = useRestoreVersionMutation();
  const [labelVersion] = useLabelVersionMutation();
  const [eraseVersion] = useEraseVersionMutation();
  const { version, label } = shown;
  const words = text[action];
  const send = {
    restore: async () => {
      const { secrets } = await restoreVersion({ id: page.id, version }).unwrap();
      props.onRestored();
      if (secrets) showNotice({ kind: 'fault', text: secretTexts.notice(secrets) });
    },
    rename: (name: string) => labelVersion({ id: page.id, version, label: name }).unwrap(),
    erase: () => eraseVersion({ id: page.id, version }).unwrap(),
  }[action];
  const form = useForm({
    initial: { label: label ?? '' },
    send: async (values) => {
      await send(values.label.trim());
      props.onClose();
      showToast(words.done(version));
    },
    action: words,
  });
  return (
    <FormDialog
      confirm={words.submit(version)}
      danger={action === 'erase'}
      form={form}
      onClose={props.onClose}
      title={words.title(version)}
      width="sm"
    >
      {'text' in words && <p>{words.text}</p>}
      {action === 'restore' && hasUnsavedText && <p>{text.unsaved}</p>}
      {action === 'rename' && (
        <TextInput
          {...form.fieldProps('label')}
          autoComplete="off"
          hint={text.rename.hint}
          label={text.rename.label}
          maxLength={limits.versionLabelMaxLength}
        />
      )}
    </FormDialog>
  );
}
