import { LinkButton } from '../../../components/buttons/button.js';
import type { AuthPurpose, AuthView } from '../dialog.js';
import styles from './auth-dialog.module.css';

/** An address counts only after its mail has been followed; `type` is the kind of mail. */
export interface AwaitedConfirmation {
  view: 'confirmation';
  type: 'signup' | 'email_change';
  resent: boolean;
}

export type AuthStep = { email: string } & (
  { view: AuthView; reason?: string | undefined } | { view: 'emailSent' } | AwaitedConfirmation
);

export interface AuthViewProps {
  email: string;
  purpose?: AuthPurpose | undefined;
  onStep: (step: AuthStep) => void;
  onClose: () => void;
}

export function Way({ before, label, onTake }: { before?: string; label: string; onTake: () => void }) {
  return (
    <p className={styles['way']}>
      {before}
      <LinkButton onClick={onTake}>{label}</LinkButton>
    </p>
  );
}
