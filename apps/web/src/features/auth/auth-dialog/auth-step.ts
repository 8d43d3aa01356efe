import type { AuthView } from '../dialog.js';

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
  onStep: (step: AuthStep) => void;
  /** Called when the account is signed in, or the person gives up. */
  onClose: () => void;
}
