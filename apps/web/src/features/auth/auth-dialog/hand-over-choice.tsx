import { useId } from 'react';
import { useCountMySitesQuery } from '../../../api/sites/site-lookups.js';
import { authTexts } from '../../../texts/account/auth.js';
import fields from '../../../forms/fields.module.css';
import styles from './auth-dialog.module.css';

const text = authTexts.handOver;

interface HandOverChoiceProps {
  account: string;
  email?: string | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function HandOverChoice({ account, email, isChosen, onChoose }: HandOverChoiceProps) {
  const hint = useId();
  const { data: pages } = useCountMySitesQuery({ account });
  if (pages === 0) return null;
  return (
    <fieldset className={`${fields['choices']} ${styles['handOver']}`}>
      <legend className={fields['legend']}>{text.ask(email, pages)}</legend>
      <label className={fields['choice']}>
        <input
          aria-describedby={isChosen ? undefined : hint}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          type="checkbox"
        />
        {text.choose}
      </label>
      {!isChosen && (
        <p className={styles['hint']} id={hint}>
          {text.left}
        </p>
      )}
    </fieldset>
  );
}
