import { DAY_MS } from '@haru/contracts';
import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { lastDraftTexts as text } from '../../../texts/publish/publish.js';
import { lastDraft, type Draft } from './draft.js';
import styles from './last-draft-offer.module.css';

const MAX_AGE_MS = 7 * DAY_MS;

export function LastDraftOffer({ onUse }: { onUse: (draft: Draft) => void }) {
  const [isOffered, setOffered] = useState(() => draftOfLastWeek() !== undefined);
  if (!isOffered) return null;

  const discard = () => {
    lastDraft.forget();
    setOffered(false);
  };
  const use = () => {
    // Another tab may have used or published it meanwhile.
    const draft = draftOfLastWeek();
    discard();
    if (draft) onUse(draft);
  };
  return (
    <div className={styles['offer']} role="status">
      <span>{text.offer}</span>
      <Button onClick={discard} variant="ghost">
        {text.discard}
      </Button>
      <Button onClick={use}>{text.use}</Button>
    </div>
  );
}

function draftOfLastWeek(): Draft | undefined {
  const draft = lastDraft.load();
  if (draft && Date.now() - draft.at < MAX_AGE_MS) return draft;
  lastDraft.forget();
  return undefined;
}
