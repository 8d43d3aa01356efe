import { DAY_MS } from '@haru/contracts';
import { useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { lastDraftTexts as text } from '../../../texts/publish/publish.js';
import { forgetLastDraft, loadLastDraft, type Draft, type KeptDraft } from './kept-draft.js';
import styles from './last-draft-offer.module.css';

const MAX_AGE_MS = 7 * DAY_MS;

/** Offers the draft of an earlier visit for a week. */
export function LastDraftOffer({ onUse }: { onUse: (draft: Draft) => void }) {
  const [isOffered, setOffered] = useState(() => lastDraft() !== undefined);
  if (!isOffered) return null;

  const discard = () => {
    forgetLastDraft();
    setOffered(false);
  };
  const use = () => {
    // Another tab may have used or published it meanwhile.
    const draft = lastDraft();
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

function lastDraft(): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(loadLastDraft());
    if (isKeptDraft(draft) && Date.now() - draft.at < MAX_AGE_MS) return draft;
  } catch {
    // Nothing is stored, or it is not JSON.
  }
  forgetLastDraft();
  return undefined;
}

function isKeptDraft(draft: unknown): draft is KeptDraft {
  if (typeof draft !== 'object' || draft === null) return false;
  const { html, customPath, noindex, at }: Partial<Record<keyof KeptDraft, unknown>> = draft;
  return [html, customPath, noindex].every((text) => typeof text === 'string') && typeof at === 'number';
}
