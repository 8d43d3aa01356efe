import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { dashboardTexts } from '../../../texts/dashboard.js';

const text = dashboardTexts.registration;

/** Instead of a refusal: what a temporary account cannot do, and how it can. */
export function RegistrationDialog({ onClose, onRegister }: { onClose: () => void; onRegister: () => void }) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onClose}>{dashboardTexts.dialog.cancel}</Button>
          <Button onClick={onRegister} variant="primary">
            {dashboardTexts.register}
          </Button>
        </>
      }
      onClose={onClose}
      title={text.title}
      width="sm"
    >
      <p>{text.lead}</p>
      <p>{text.text}</p>
    </Modal>
  );
}
