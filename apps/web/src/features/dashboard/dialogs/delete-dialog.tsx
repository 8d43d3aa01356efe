import type { MySite } from '../../../api/my-sites.js';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { dashboardTexts } from '../../../texts/dashboard.js';

const text = dashboardTexts.remove;

interface DeleteDialogProps {
  site: MySite;
  onClose: () => void;
  onDelete: () => void;
}

export function DeleteDialog({ site, onClose, onDelete }: DeleteDialogProps) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onClose}>{dashboardTexts.dialog.cancel}</Button>
          <Button onClick={onDelete} variant="danger">
            {text.submit}
          </Button>
        </>
      }
      onClose={onClose}
      title={text.title}
      width="sm"
    >
      <p>{text.text(site.title)}</p>
    </Modal>
  );
}
