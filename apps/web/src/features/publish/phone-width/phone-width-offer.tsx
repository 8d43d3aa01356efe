import { useMemo } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { useAfterPause } from '../../../components/hooks.js';
import { phoneWidthTexts as text } from '../../../texts/publish/publish.js';
import { isTinyOnPhones } from '../../preview/page-markup.js';
import { fitToPhones } from './fit-to-phones.js';
import styles from './phone-width-offer.module.css';

interface PhoneWidthOfferProps {
  html: string;
  disabled: boolean;
  onFit: (html: string, notice: string) => void;
  onFailure: (reason: string) => void;
}

export function PhoneWidthOffer({ html, disabled, onFit, onFailure }: PhoneWidthOfferProps) {
  const settled = useAfterPause(html);
  const isTiny = useMemo(() => isTinyOnPhones(settled), [settled]);
  if (!isTiny || html === '') return null;

  const fit = async () => {
    try {
      onFit(await fitToPhones(html), text.fitted);
    } catch (error) {
      console.warn('the page was not changed', error);
      onFailure(text.failed);
    }
  };
  return (
    <div className={styles['offer']} role="status">
      <span>{text.offer}</span>
      <Button disabled={disabled} onClick={() => void fit()}>
        {text.fit}
      </Button>
    </div>
  );
}
