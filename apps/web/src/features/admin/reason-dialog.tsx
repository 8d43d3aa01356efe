import { limits } from '@haru/contracts';
import { TextArea } from '../../components/inputs/text-input.js';
import { FormDialog, type FormDialogProps } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { adminTexts } from '../../texts/admin.js';

const text = adminTexts.reason;

interface ReasonDialogProps extends Omit<FormDialogProps, 'form'> {
  /** Rejects with the error of `unwrap()`. */
  act: (reason: string) => Promise<unknown>;
  onDone: () => void;
}

export function ReasonDialog({ act, onDone, children, ...dialog }: ReasonDialogProps) {
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      await act(reason.trim());
      dialog.onClose();
      onDone();
    },
    action: text,
  });
  const { reason } = form.values;
  return (
    <FormDialog {...dialog} disabled={reason.trim() === ''} form={form} staysOpen={reason !== ''}>
      {children}
      <TextArea
        hint={dialog.danger ? text.hintOfStop : text.hint}
        label={text.label}
        max={limits.moderationReasonMaxLength}
        maxLength={limits.moderationReasonMaxLength}
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}
