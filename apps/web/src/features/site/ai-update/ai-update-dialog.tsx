import { useState } from 'react';
import { useRevokeEditKeysMutation } from '../../../api/sites/edit-keys.js';
import { Modal } from '../../../components/dialog/modal.js';
import { DoneNotice, Refused } from '../../../components/notices/notice.js';
import { useNotices } from '../../../components/notices/notices.js';
import { SecretLink } from '../../../components/sharing/copy-line.js';
import { ActionButton, useAction, useActionOnce } from '../../../forms/action.js';
import { aiUpdateTexts as text } from '../../../texts/sites/ai-update.js';

export interface AiUpdate {
  page: { id: string; title: string };
  line: Promise<string>;
  copied: Promise<boolean>;
}

export function AiUpdateDialog({ page, line, copied, onClose }: AiUpdate & { onClose: () => void }) {
  const [revokeEditKeys] = useRevokeEditKeysMutation();
  const { showToast } = useNotices();
  const [made, setMade] = useState<{ line: string; isCopied: boolean }>();
  const creation = useActionOnce(async () => setMade({ line: await line, isCopied: await copied }), text.creating);
  const revocation = useAction(async () => {
    await revokeEditKeys(page.id).unwrap();
    onClose();
    showToast(text.revoked);
  }, text.revoking);
  return (
    <Modal onClose={onClose} title={text.title}>
      <div className="stack-16">
        <Refused refusal={creation.refusal} />
        {creation.working && <p role="status">{text.working}</p>}
        {made && (
          <>
            <DoneNotice>{made.isCopied ? text.readyCopied : text.ready}</DoneNotice>
            <p>{text.how}</p>
            <SecretLink name={text.line} url={made.line}>
              <ActionButton action={revocation} question={text.revokeQuestion}>
                {text.revoke}
              </ActionButton>
            </SecretLink>
            <p className="note written">{text.notes(page.title)}</p>
          </>
        )}
      </div>
    </Modal>
  );
}
