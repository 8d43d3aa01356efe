import { useCallback, useEffect, useState } from 'react';
import { useCreateEditKeyMutation } from '../../../api/sites/edit-keys.js';
import { copyLater, loadCopying } from '../../../components/sharing/copy-later.js';
import { requiredPart } from '../../../components/loading/loaded-part.js';
import { preloadWhenIdle } from '../../../session/background.js';
import { aiUpdateLine } from '../../../texts/sites/ai-update.js';
import type { AiUpdate } from './ai-update-dialog.js';

const AiUpdateDialog = requiredPart(() => import('./ai-update-dialog.js'), 'AiUpdateDialog');

export function useAiUpdate() {
  const [createEditKey] = useCreateEditKeyMutation();
  const [update, setUpdate] = useState<AiUpdate>();
  useEffect(() => preloadWhenIdle(loadCopying), []);
  const start = useCallback(
    (page: AiUpdate['page']) => {
      const line = createEditKey(page.id).unwrap().then(aiUpdateLine);
      setUpdate({ page, line, copied: copyLater(line) });
    },
    [createEditKey],
  );
  const dialog = update && <AiUpdateDialog onClose={() => setUpdate(undefined)} {...update} />;
  return { start, dialog };
}
