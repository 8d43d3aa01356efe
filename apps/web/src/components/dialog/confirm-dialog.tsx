import type { ReactNode } from 'react';
import { texts } from '../../texts/ja.js';
import { Button, type ButtonProps } from '../buttons/button.js';
import { Modal, type ModalProps } from './modal.js';

export interface ConfirmDialogProps extends Omit<ModalProps, 'actions'> {
  /** The text of the confirming button; absent when there is nothing left to do. */
  confirm: string | undefined;
  cancel?: string | undefined;
  danger?: boolean;
  onConfirm?: () => void;
  button?: ButtonProps;
  /** Another button, which stands last. */
  offer?: ReactNode;
}

export function ConfirmDialog({
  confirm,
  cancel = texts.modal.cancel,
  danger = false,
  onConfirm,
  button,
  offer,
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
      {offer}
    </>
  );
  return <Modal width="sm" {...modal} actions={actions} />;
}
