import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button, type ButtonProps } from '../components/buttons/button.js';
import { Refused } from '../components/notices/notice.js';
import type { FormState } from './use-form.js';
import styles from './form.module.css';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/dialog/confirm-dialog.js';

type SentForm = Pick<FormState<object>, 'formProps' | 'refusal' | 'working'>;

export interface FormProps extends ComponentProps<'form'> {
  form: SentForm;
  /** The button's text; absent in a dialog, which has the button at its foot. */
  submit?: string;
  button?: ButtonProps;
  actions?: ReactNode;
}

export function Form({ form, submit, button, actions, children, ...rest }: FormProps) {
  const { formProps, refusal, working } = form;
  return (
    <form className="stack-16" {...formProps} {...rest}>
      {children}
      <Refused refusal={refusal} />
      {submit !== undefined && (
        <div className={`wrap-12 ${styles['actions']}`}>
          {actions}
          <Button loading={working} type="submit" variant="primary" {...button}>
            {submit}
          </Button>
        </div>
      )}
    </form>
  );
}

export interface FormDialogProps extends Omit<ConfirmDialogProps, 'button' | 'onConfirm' | 'working'> {
  form: SentForm;
  /** With 'waiting' the button only looks disabled: the form can still be sent. */
  disabled?: boolean | 'waiting';
  children: ReactNode;
}

export function FormDialog({ form, disabled = false, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const button = { 'aria-disabled': Boolean(disabled), disabled: disabled === true, form: id, type: 'submit' } as const;
  return (
    <ConfirmDialog focusesField width="md" {...dialog} button={button} working={form.working}>
      <Form form={form} id={id}>
        {children}
      </Form>
    </ConfirmDialog>
  );
}
