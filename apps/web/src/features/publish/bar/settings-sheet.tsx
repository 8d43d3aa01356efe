import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { useWhenChanged } from '../../../components/hooks.js';
import { GearIcon } from '../../../components/icons/icons.js';
import { publishTexts as text } from '../../../texts/publish/publish.js';
import type { Publication } from '../use-publish.js';
import { PublishSettings } from './publish-settings.js';

/** Shows the settings on a narrow screen. It opens by itself when one of them was refused. */
export function SettingsSheet({ publication }: { publication: Publication }) {
  const { customPath, password } = publication.form.faults;
  const problem = customPath ?? password;
  const [isOpen, setOpen] = useState(false);
  useWhenChanged(problem, () => problem !== undefined && setOpen(true));
  const close = () => setOpen(false);
  return (
    <>
      <Button iconLeft={<GearIcon />} onClick={() => setOpen(true)}>
        {text.settings}
      </Button>
      {isOpen &&
        // It is outside of the form, which Enter in a field would send.
        createPortal(
          <Modal
            actions={
              <Button onClick={close} variant="primary">
                {text.settingsDone}
              </Button>
            }
            onClose={close}
            title={text.settings}
          >
            <PublishSettings publication={publication} />
          </Modal>,
          document.body,
        )}
    </>
  );
}
