import { LinkButton } from '../../../components/buttons/link-button.js';
import type { AuthPurpose, AuthView } from '../dialog.js';
import styles from './auth-dialog.module.css';

/** An address counts only after its mail has been followed; `type` is the kind of mail. */
export interface AwaitedConfirmation {
  view: 'confirmation';
  type: 'signup' | 'email_change';
  /** The mail has just been sent again. */
  resent: boolean;
}

/** The step at which signing in is. Each view passes the address to the next. */
export type AuthStep = { email: string } & (
  { view: AuthView; reason?: string | undefined } | { view: 'emailSent' } | AwaitedConfirmation
);

export interface AuthViewProps {
  email: string;
  /** What the person wants to do with an account. */
  purpose?: AuthPurpose | undefined;
  onStep: (step: AuthStep) => void;
  /** Called when the account is signed in, or the person gives up. */
  onClose: () => void;
}

interface WayProps {
  /** This text says who should choose this step. */
  before?: string;
  label: string;
  onTake: () => void;
}

/** It leads to another step. */
export function Way({ before, label, onTake }: WayProps) {
  return (
    <p className={styles['way']}>
      {before}
      <LinkButton onClick={onTake}>{label}</LinkButton>
    </p>
  );
}
