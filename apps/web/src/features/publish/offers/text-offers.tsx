import { useMemo } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { useAfterPause } from '../../../components/hooks.js';
import { WarningIcon } from '../../../components/icons/icons.js';
import { lastDraftTexts, phoneWidthTexts as text } from '../../../texts/publish/publish.js';
import { isTinyOnPhones } from '../../preview/page-markup.js';
import type { TextEntry } from '../editor/use-text-entry.js';
import type { Publication } from '../use-publish.js';
import { fitToPhones } from './fit-to-phones.js';
import styles from './offers.module.css';

export function LastDraftOffer({ lastDraftAt, discardLastDraft, takeLastDraft }: Publication) {
  if (lastDraftAt === undefined) return null;
  return (
    <div className={`between ${styles['draft']}`} role="status">
      <p>{lastDraftTexts.offer(new Date(lastDraftAt))}</p>
      <Button onClick={discardLastDraft} variant="ghost">
        {lastDraftTexts.discard}
      </Button>
      <Button onClick={takeLastDraft}>{lastDraftTexts.use}</Button>
    </div>
  );
}

export function PhoneWidthOffer({ html, disabled, entry }: { html: string; disabled: boolean; entry: TextEntry }) {
  const settled = useAfterPause(html);
  const isTiny = useMemo(() => isTinyOnPhones(settled), [settled]);
  if (!isTiny || html === '') return null;

  const fit = async () => {
    try {
      entry.replace(await fitToPhones(html), text.fitted);
    } catch (error) {
      console.warn('the page was not changed', error);
      entry.refuse(text.failed);
    }
  };
  return (
    <div className={`amber-box between ${styles['phoneWidth']}`}>
      <p className="icon-text" role="status">
        <WarningIcon />
        {text.offer}
      </p>
      <Button disabled={disabled} onClick={() => void fit()} size="sm">
        {text.fit}
      </Button>
    </div>
  );
}
