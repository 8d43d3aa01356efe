import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectAccount, type Account } from '../../api/account.js';
import type { AuthView } from '../../api/dialog.js';
import { useAuthCalls } from '../../api/use-auth-calls.js';
import { Modal } from '../../components/modal.js';
import { ErrorNotice } from '../../components/notice.js';
import { authTexts } from '../../texts/auth.js';
import { texts } from '../../texts/ja.js';
import { ConfirmationNeededView, type AwaitedConfirmation } from './confirmation-needed-view.js';
import { EmailSentView } from './email-sent-view.js';
import { ForgotPasswordView } from './forgot-password-view.js';
import { LoginView } from './login-view.js';
import { RegisterView } from './register-view.js';
import { SecondStepView } from './second-step-view.js';

type Step =
  | { view: AuthView; told?: string | undefined }
  | { view: 'emailSent'; email: string }
  | ({ view: 'confirmation'; resent: boolean } & AwaitedConfirmation);

export interface AuthDialogProps {
  view: AuthView;
  /** Why the dialog is here, where nobody asked for it. */
  told?: string;
  /** Only its button closes it: with it goes what stands below. */
  staysOpen?: boolean;
  onClose: () => void;
}

/** Signing in and all that leads to it; one address carries over from view to view. */
export function AuthDialog({ view, told, staysOpen = false, onClose }: AuthDialogProps) {
  const account = useSelector(selectAccount);
  const { giveUpSecondStep } = useAuthCalls();
  const [step, setStep] = useState<Step>({ view, told });
  const [email, setEmail] = useState('');
  const [wasOut, setOut] = useState(false);
  if (account.kind !== 'registered' && account.kind !== 'unknown' && !wasOut) setOut(true);
  const content = useRef<HTMLDivElement>(null);

  // What had the focus is gone with the view before; the first field, or the first button, comes next.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [step.view]);

  // What it is for was done elsewhere meanwhile: on another device, or in another tab. Where the second step is asked for
  // because an app was added elsewhere, the account is still the old one for a moment.
  const isThrough = wasOut && account.kind === 'registered';
  useEffect(() => {
    if (isThrough) onClose();
  }, [isThrough, onClose]);

  // Somebody else was first to confirm the address: back to the form, which says so.
  if (isLost(step, account)) {
    setEmail(step.email);
    setStep({ view: 'register', told: texts.addressLost(step.email) });
  }

  const goTo = (next: AuthView) => setStep({ view: next });
  const close = () => {
    // The password alone must leave nothing behind.
    if (step.view === 'secondStep') void giveUpSecondStep();
    onClose();
  };

  return (
    <Modal onClose={close} staysOpen={staysOpen} title={titleOf(step.view, account.kind === 'temporary')} width="sm">
      <div ref={content}>
        {'told' in step && step.told !== undefined && <ErrorNotice>{step.told}</ErrorNotice>}
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

function isLost(step: Step, account: Account): step is Extract<Step, { view: 'confirmation' }> {
  const waits = step.view === 'confirmation' && step.type === 'email_change';
  return waits && account.kind === 'temporary' && account.pendingEmail === undefined;
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
