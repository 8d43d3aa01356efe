import { texts } from '../../texts/ja.js';
import { Button, type ButtonProps } from '../buttons/button.js';
import { Modal, type ModalProps } from './modal.js';

export interface ConfirmDialogProps extends Omit<ModalProps, 'actions'> {
  /** The text of the confirming button; absent when there is nothing left to do. */
  confirm: string | undefined;
  cancel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  onConfirm?: () => void;
  /** Properties of the confirming button. */
  button?: ButtonProps;
}

/** The dialog has a confirming and a cancelling button at its foot. */
export function ConfirmDialog({
  confirm,
  cancel = texts.modal.cancel,
  danger = false,
  onConfirm,
  button,
  ...modal
}: ConfirmDialogProps) {
  const actions = confirm !== undefined && (
    <>
      <Button disabled={modal.working} onClick={modal.onClose}>
        {cancel}
      </Button>
      <Button loading={modal.working} onClick={onConfirm} variant={danger ? 'danger' : 'primary'} {...button}>
        {confirm}
      </Button>
    </>
  );
  return <Modal {...modal} actions={actions} />;
}
