import { useMemo, type ReactNode } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { useAfterPause } from '../../../components/hooks.js';
import { lastDraftTexts, phoneWidthTexts as text } from '../../../texts/publish/publish.js';
import { isTinyOnPhones } from '../../preview/page-markup.js';
import type { TextEntry } from '../editor/use-text-entry.js';
import { fitToPhones } from './fit-to-phones.js';
import styles from './offers.module.css';

export function LastDraftOffer({ onUse, onDiscard }: Record<'onUse' | 'onDiscard', () => void>) {
  return (
    <div className={`between ${styles['draft']}`} role="status">
      <span>{lastDraftTexts.offer}</span>
      <Button onClick={onDiscard} variant="ghost">
        {lastDraftTexts.discard}
      </Button>
      <Button onClick={onUse}>{lastDraftTexts.use}</Button>
    </div>
  );
}

interface PhoneWidthOfferProps {
  html: string;
  disabled: boolean;
  entry: TextEntry;
  /** It stands with the offer, so that there is one strip. */
  children: ReactNode;
}

export function PhoneWidthOffer({ html, disabled, entry, children }: PhoneWidthOfferProps) {
  const settled = useAfterPause(html);
  const isTiny = useMemo(() => isTinyOnPhones(settled), [settled]);
  if (!isTiny || html === '') return children;

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
      {children}
      <span role="status">{text.offer}</span>
      <Button disabled={disabled} onClick={() => void fit()}>
        {text.fit}
      </Button>
    </div>
  );
}
