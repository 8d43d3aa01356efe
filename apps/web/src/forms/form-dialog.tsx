import { useId, type ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/dialog/confirm-dialog.js';
import { Form, type SentForm } from './form.js';

export interface FormDialogProps extends Omit<ConfirmDialogProps, 'button' | 'onConfirm' | 'working'> {
  form: SentForm;
  disabled?: boolean;
  children: ReactNode;
}

export function FormDialog({ form, disabled = false, children, ...dialog }: FormDialogProps) {
  const id = useId();
  return (
    <ConfirmDialog focusesField {...dialog} button={{ disabled, form: id, type: 'submit' }} working={form.working}>
      <Form form={form} id={id}>
        {children}
      </Form>
    </ConfirmDialog>
  );
}
