import { limits } from '@haru/contracts';
import { TextArea } from '../../components/inputs/text-area.js';
import { FormDialog, type FormDialogProps } from '../../forms/form.js';
import { useForm, type FormState } from '../../forms/use-form.js';
import { adminTexts } from '../../texts/admin.js';

interface ReasonDialogProps extends FormDialogProps {
  form: Pick<FormState<{ reason: string }>, 'fieldProps' | 'values'> & FormDialogProps['form'];
}

/** @param act rejects with the error of `unwrap()` */
export function useReasonForm<Asked extends object>(
  asked: Asked,
  act: (values: Asked & { reason: string }) => Promise<unknown>,
  onDone: () => void,
) {
  return useForm({
    initial: { ...asked, reason: '' },
    send: async (values) => {
      await act({ ...values, reason: values.reason.trim() });
      onDone();
    },
    action: adminTexts.reason,
  });
}

export function ReasonDialog({ form, children, ...dialog }: ReasonDialogProps) {
  const { reason } = form.values;
  return (
    <FormDialog {...dialog} disabled={reason.trim() === ''} form={form} staysOpen={reason !== ''}>
      {children}
      <TextArea
        count={{ now: reason.length, max: limits.moderationReasonMaxLength }}
        hint={adminTexts.reason.hint}
        label={adminTexts.reason.label}
        maxLength={limits.moderationReasonMaxLength}
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}
