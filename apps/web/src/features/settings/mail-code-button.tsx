import { useId } from 'react';
import { Button } from '../../components/buttons/button.js';
import { ErrorNotice } from '../../components/notices/notice.js';
import { useAction } from '../../forms/use-action.js';
import { settingsTexts } from '../../texts/account/settings.js';
import styles from './settings.module.css';

const text = settingsTexts.security;

/** It is for people who do not know the current password, or have none. */
export function MailCodeButton({ disabled, onAsk }: { disabled: boolean; onAsk: () => Promise<void> }) {
  const asking = useAction(onAsk, text.mailing);
  const hint = useId();
  return (
    <div>
      <Button
        aria-describedby={hint}
        disabled={disabled}
        loading={asking.working}
        onClick={asking.run}
        size="sm"
        variant="ghost"
      >
        {text.mailCode}
      </Button>
      <p className={styles['note']} id={hint}>
        {text.mailCodeHint}
      </p>
      {asking.refusal && <ErrorNotice title={asking.refusal.title}>{asking.refusal.text}</ErrorNotice>}
    </div>
  );
}
