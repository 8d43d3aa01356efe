import { texts } from '../texts/ja.js';
import { Button } from './button.js';
import { Modal } from './modal.js';

export function ComingLaterDialog({ feature, onClose }: { feature: string; onClose: () => void }) {
  return (
    <Modal
      actions={
        <Button onClick={onClose} variant="primary">
          {texts.later.ok}
        </Button>
      }
      onClose={onClose}
      title={texts.later.title(feature)}
      width="sm"
    >
      <p>{texts.later.text}</p>
    </Modal>
  );
}
