import { useEffect, useRef, useState } from 'react';
import type { Account } from '../../../session/account.js';
import { useAccount, useSessionState } from '../../../session/session-slice.js';
import type { AuthView } from '../dialog.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { Modal } from '../../../components/dialog/modal.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { authTexts } from '../../../texts/auth.js';
import { texts } from '../../../texts/ja.js';
import { ConfirmationNeededView, type AwaitedConfirmation } from './confirmation-needed-view.js';
import { EmailSentView } from './email-sent-view.js';
import { ForgotPasswordView } from './forgot-password-view.js';
import { LoginView } from './login-view.js';
import { RegisterView } from './register-view.js';
import { SecondStepView } from './second-step-view.js';

type Step =
  | { view: AuthView; reason?: string | undefined }
  | { view: 'emailSent'; email: string }
  | ({ view: 'confirmation'; resent: boolean } & AwaitedConfirmation);

export interface AuthDialogProps {
  view: AuthView;
  /** Why the dialog opened by itself. */
  reason?: string;
  /** Only its button closes it: with it goes what stands below. */
  staysOpen?: boolean;
  onClose: () => void;
}

/** Signing in and all that leads to it; one address carries over from view to view. */
export function AuthDialog({ view, reason, staysOpen = false, onClose }: AuthDialogProps) {
  const account = useAccount();
  const { giveUpSecondStep } = useAuthCalls();
  const [asked, setStep] = useState<Step>({ view, reason });
  const [typedEmail, setEmail] = useState('');
  // Another account was first to confirm the address: back to the form, which shows it.
  const lost = lostEmail(asked, account);
  const step: Step = lost === undefined ? asked : { view: 'register', reason: texts.addressLost(lost) };
  const email = lost ?? typedEmail;
  const content = useRef<HTMLDivElement>(null);

  // What had the focus is gone with the view before; the first field, or the first button, comes next.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [step.view]);

  // What it is for was done elsewhere meanwhile: on another device, or in another tab. Where the second step is asked for
  // because an app was added elsewhere, the account is still the old one for a moment.
  const signIns = useSessionState((session) => session.signIns);
  const [signInsBefore] = useState(signIns);
  const isComplete = signIns !== signInsBefore && account.kind === 'registered';
  useEffect(() => {
    if (isComplete) onClose();
  }, [isComplete, onClose]);

  const goTo = (next: AuthView) => setStep({ view: next });
  const close = () => {
    // The password alone must leave nothing behind.
    if (step.view === 'secondStep') void giveUpSecondStep();
    onClose();
  };

  return (
    <Modal onClose={close} staysOpen={staysOpen} title={titleOf(step.view, account.kind === 'temporary')} width="sm">
      <div ref={content}>
        {'reason' in step && step.reason !== undefined && <ErrorNotice>{step.reason}</ErrorNotice>}
        {step.view === 'login' && (
          <LoginView
            email={email}
            onEmail={setEmail}
            onForgot={() => goTo('forgotPassword')}
            onRegister={() => goTo('register')}
            onSecondStep={() => goTo('secondStep')}
            onSignedIn={onClose}
            onResent={(address) => setStep({ view: 'confirmation', type: 'signup', email: address, resent: true })}
          />
        )}
        {step.view === 'secondStep' && (
          <SecondStepView
            onCancel={() => {
              void giveUpSecondStep();
              goTo('login');
            }}
            onPassed={onClose}
          />
        )}
        {step.view === 'register' && (
          <RegisterView
            email={email}
            onAwaiting={(awaited) => setStep({ view: 'confirmation', resent: false, ...awaited })}
            onEmail={setEmail}
            onLogin={() => goTo('login')}
            onRegistered={onClose}
          />
        )}
        {step.view === 'forgotPassword' && (
          <ForgotPasswordView
            email={email}
            onBack={() => goTo('login')}
            onEmail={setEmail}
            onSent={(address) => setStep({ view: 'emailSent', email: address })}
          />
        )}
        {step.view === 'emailSent' && (
          <EmailSentView email={step.email} onAgain={() => goTo('forgotPassword')} onClose={onClose} />
        )}
        {step.view === 'confirmation' && (
          <ConfirmationNeededView awaited={step} onClose={onClose} resent={step.resent} />
        )}
      </div>
    </Modal>
  );
}

/** The address that this step waits for and the account no longer does. */
function lostEmail(step: Step, account: Account): string | undefined {
  if (step.view !== 'confirmation' || step.type !== 'email_change') return undefined;
  return account.kind === 'temporary' && account.pendingEmail === undefined ? step.email : undefined;
}

function titleOf(view: Step['view'], temporary: boolean): string {
  switch (view) {
    case 'login':
      return authTexts.login.title;
    case 'register':
      return temporary ? authTexts.register.upgradeTitle : authTexts.register.title;
    case 'forgotPassword':
      return authTexts.forgot.title;
    case 'secondStep':
      return authTexts.secondStep.title;
    case 'emailSent':
      return authTexts.emailSent.title;
    case 'confirmation':
      return authTexts.confirmation.title;
  }
}
