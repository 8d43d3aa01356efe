import type { AuthView } from '../dialog.js';

/** An address that does not count before its mail has been followed, and which kind of mail that is. */
export interface AwaitedConfirmation {
  view: 'confirmation';
  type: 'signup' | 'email_change';
  /** The mail has just been sent once more. */
  resent: boolean;
}

/** Where signing in is. The address carries over from view to view. */
export type AuthStep = { email: string } & (
  { view: AuthView; reason?: string | undefined } | { view: 'emailSent' } | AwaitedConfirmation
);

export interface AuthViewProps {
  /** The address typed so far. */
  email: string;
  onStep: (step: AuthStep) => void;
  /** Signed in, or no longer wanted. */
  onClose: () => void;
}
