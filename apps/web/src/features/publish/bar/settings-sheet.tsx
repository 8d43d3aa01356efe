import { createPortal } from 'react-dom';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import type { Publication } from '../use-publish.js';
import { PublishSettings } from './publish-settings.js';

/** Shows the settings on a narrow screen. */
export function SettingsSheet({ publication, onClose }: { publication: Publication; onClose: () => void }) {
  // It is outside of the form, which Enter in a field would send.
  return createPortal(
    <Modal
      actions={
        <Button onClick={onClose} variant="primary">
          {text.settingsDone}
        </Button>
      }
      onClose={onClose}
      title={text.settings}
    >
      <PublishSettings publication={publication} />
    </Modal>,
    document.body,
  );
}
