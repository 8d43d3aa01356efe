import { type Factor, useAuthCalls } from '../../../session/auth-calls.js';
import { ActionButton } from '../../../forms/action-button.js';
import { useAction } from '../../../forms/use-action.js';
import { formatDateTime } from '../../../texts/formats.js';
import { settingsTexts } from '../../../texts/account/settings.js';
import styles from '../settings.module.css';

const text = settingsTexts.mfa;

/** Shows one authenticator app; removing it is confirmed. */
export function FactorRow({ factor, onRemoved }: { factor: Factor; onRemoved: () => void }) {
  const { removeFactor, refresh } = useAuthCalls();
  const removal = useAction(async () => {
    await removeFactor(factor.id);
    await refresh();
    onRemoved();
  }, text.removing);
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>{factor.name}</p>
        <p className="note">{text.since(formatDateTime(new Date(factor.createdAt)))}</p>
      </div>
      <ActionButton
        action={removal}
        aria-label={text.removeNamed(factor.name)}
        question={text.removeQuestion(factor.name)}
        size="sm"
      >
        {text.remove}
      </ActionButton>
    </li>
  );
}
