import { Button } from '../../components/buttons/button.js';
import { Modal } from '../../components/dialog/modal.js';
import { texts } from '../../texts/ja.js';

export interface SignOutWarningProps {
  working: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function SignOutWarning({ working, onConfirm, onCancel }: SignOutWarningProps) {
  return (
    <Modal
      actions={
        <>
          <Button disabled={working} onClick={onCancel}>
            {texts.logout.cancel}
          </Button>
          <Button loading={working} onClick={onConfirm} variant="danger">
            {texts.logout.confirm}
          </Button>
        </>
      }
      onClose={onCancel}
      title={texts.logout.title}
      width="sm"
    >
      <p>{texts.logout.warning}</p>
    </Modal>
  );
}
