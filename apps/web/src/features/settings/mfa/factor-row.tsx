import { useEffect, useRef, useState } from 'react';
import type { Factor } from '../../../session/auth-calls.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { useAction } from '../../../forms/use-action.js';
import { formatDateTime } from '../../../texts/formats.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import styles from '../settings.module.css';

const text = settingsTexts.mfa;

/** Shows one authenticator app; removing it is confirmed. */
export function FactorRow({ factor, onRemoved }: { factor: Factor; onRemoved: () => void }) {
  const { removeFactor, refresh } = useAuthCalls();
  const [asking, setAsking] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const wasAsking = useRef(asking);
  // The question replaces the button that had the focus, and the reverse.
  useEffect(() => {
    if (wasAsking.current !== asking) row.current?.querySelector('button')?.focus();
    wasAsking.current = asking;
  }, [asking]);
  const removal = useAction(async () => {
    await removeFactor(factor.id);
    await refresh();
    onRemoved();
  }, text.removing);
  return (
    <li className={styles['factor']} ref={row}>
      <div className={styles['factorHead']}>
        <div>
          <p className={styles['factorName']}>{factor.name}</p>
          <p className={styles['note']}>{text.since(formatDateTime(new Date(factor.createdAt)))}</p>
        </div>
        {!asking && (
          <Button aria-label={text.removeNamed(factor.name)} onClick={() => setAsking(true)} size="sm">
            {text.remove}
          </Button>
        )}
      </div>
      {asking && (
        <>
          <p>{text.removeQuestion(factor.name)}</p>
          <div className={styles['choice']}>
            <Button disabled={removal.working} onClick={() => setAsking(false)} size="sm">
              {text.keep}
            </Button>
            <Button loading={removal.working} onClick={removal.run} size="sm" variant="danger">
              {text.remove}
            </Button>
          </div>
        </>
      )}
      {removal.refusal && <ErrorNotice title={removal.refusal.title}>{removal.refusal.text}</ErrorNotice>}
    </li>
  );
}
