import { limits } from '@haru/contracts';
import { useId, type ReactNode } from 'react';
import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { TextArea } from '../../components/inputs/text-area.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { adminTexts } from '../../texts/admin.js';

interface ReasonDialogProps {
  title: string;
  submit: string;
  danger?: boolean;
  children?: ReactNode;
  /** Rejects with what an endpoint's `unwrap()` rejects with. */
  onSubmit: (reason: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Nothing is done to others without saying why. */
export function ReasonDialog({ title, submit, danger = false, children, ...on }: ReasonDialogProps) {
  const formId = useId();
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      await on.onSubmit(reason.trim());
      on.onDone();
    },
    action: adminTexts.reason,
  });
  const { reason } = form.values;
  return (
    <Modal
      actions={
        <>
          <Button disabled={form.working} onClick={on.onClose}>
            {adminTexts.cancel}
          </Button>
          <Button
            disabled={reason.trim() === ''}
            form={formId}
            loading={form.working}
            type="submit"
            variant={danger ? 'danger' : 'primary'}
          >
            {submit}
          </Button>
        </>
      }
      onClose={on.onClose}
      staysOpen={reason !== ''}
      title={title}
      working={form.working}
    >
      <Form {...form.formProps} id={formId} refusal={form.refusal}>
        {children}
        <TextArea
          count={{ now: reason.length, most: limits.moderationReasonMaxLength }}
          hint={adminTexts.reason.hint}
          label={adminTexts.reason.label}
          maxLength={limits.moderationReasonMaxLength}
          {...form.fieldProps('reason')}
        />
      </Form>
    </Modal>
  );
}
