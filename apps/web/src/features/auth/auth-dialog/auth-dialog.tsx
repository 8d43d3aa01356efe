import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { Modal } from '../../../components/dialog/modal.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import type { ActionTexts } from '../../../forms/action-failure.js';
import { emailFault, EmailInput } from '../../../forms/fields.js';
import { useForm } from '../../../forms/use-form.js';
import type { Account } from '../../../session/account.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { useAccount, useSessionState } from '../../../session/session-slice.js';
import { authTexts } from '../../../texts/account/auth.js';
import { texts } from '../../../texts/ja.js';
import type { AuthPurpose, AuthView } from '../dialog.js';
import styles from './auth-dialog.module.css';
import { AuthForm, Way, type AuthStep, type AuthViewProps } from './auth-step.js';
import { LoginView, RegisterView } from './login-view.js';
import { ConfirmationNeededView, MfaView } from './mfa-view.js';

interface AuthDialogProps {
  view: AuthView;
  purpose?: AuthPurpose;
  reason?: string;
  /** Only its button closes the dialog, because the content below is lost with it. */
  staysOpen?: boolean;
  onClose: () => void;
}

export function AuthDialog({ view, purpose, reason, staysOpen = false, onClose }: AuthDialogProps) {
  const account = useAccount();
  const { cancelMfa } = useAuthCalls();
  const [asked, setStep] = useState<AuthStep>({ view, reason, email: '' });
  // Another account confirmed the address first: the form, which shows the address, opens again.
  const lost = lostEmail(asked, account);
  const step: AuthStep =
    lost === undefined ? asked : { view: 'register', reason: texts.addressLost(lost), email: lost };
  const content = useRef<HTMLDivElement>(null);

  // The focused element was removed with the former view; the first field, or the first button, gets the focus.
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [step.view]);

  // The sign-in may have happened on another device or in another tab. Where the second step is asked for because an
  // app was added elsewhere, the account is still the former one for a moment.
  const signIns = useSessionState((session) => session.signIns);
  const [signInsBefore] = useState(signIns);
  const isComplete = signIns !== signInsBefore && account.kind === 'registered';
  useEffect(() => {
    if (isComplete) onClose();
  }, [isComplete, onClose]);

  const close = () => {
    // A session with the password alone must not remain.
    if (step.view === 'mfa') void cancelMfa();
    onClose();
  };

  return (
    <Modal onClose={close} staysOpen={staysOpen} title={titleOf(step.view, account.kind === 'temporary')} width="sm">
      <div ref={content}>
        {'reason' in step && step.reason !== undefined && <ErrorNotice>{step.reason}</ErrorNotice>}
        <View onClose={onClose} onStep={setStep} purpose={purpose} step={step} />
      </div>
    </Modal>
  );
}

const views = {
  login: LoginView,
  mfa: MfaView,
  register: RegisterView,
  forgotPassword: ForgotPasswordView,
  resend: ResendView,
  emailSent: EmailSentView,
};

function View({ step, ...on }: { step: AuthStep } & Omit<AuthViewProps, 'email'>) {
  if (step.view === 'confirmation') return <ConfirmationNeededView {...step} onClose={on.onClose} />;
  const Shown = views[step.view];
  return <Shown email={step.email} {...on} />;
}

function lostEmail(step: AuthStep, account: Account): string | undefined {
  if (step.view !== 'confirmation' || step.type !== 'email_change') return undefined;
  return account.kind === 'temporary' && account.pendingEmail === undefined ? step.email : undefined;
}

function titleOf(view: AuthStep['view'], temporary: boolean): string {
  if (view === 'register' && temporary) return authTexts.register.upgradeTitle;
  return authTexts[view === 'forgotPassword' ? 'forgot' : view].title;
}

const { forgot, emailSent: sent } = authTexts;

/** With these codes the server offers no recovery by mail at all. */
const unavailable = {
  email_provider_disabled: forgot.unavailable,
  feature_disabled: forgot.unavailable,
  otp_disabled: forgot.unavailable,
};

function ForgotPasswordView(props: AuthViewProps) {
  const { sendPasswordReset } = useAuthCalls();
  const send = async (email: string) => {
    await sendPasswordReset(email);
    props.onStep({ view: 'emailSent', email });
  };
  return <AddressForm {...props} send={send} text={{ ...forgot, ofCode: unavailable }} />;
}

function ResendView(props: AuthViewProps) {
  const { resend } = useAuthCalls();
  const send = async (email: string) => {
    await resend('signup', email);
    props.onStep({ view: 'confirmation', type: 'signup', email, resent: true });
  };
  return <AddressForm {...props} send={send} text={authTexts.resend} />;
}

interface AddressFormProps extends AuthViewProps {
  text: ActionTexts & Record<'lead' | 'submit', string>;
  send: (email: string) => Promise<void>;
}

function AddressForm({ email: given, onStep, text, send }: AddressFormProps) {
  const form = useForm({
    initial: { email: given },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: ({ email }) => send(email.trim()),
    action: text,
  });
  const back = () => onStep({ view: 'login', email: form.values.email.trim() });
  return (
    <AuthForm form={form} lead={text.lead} submit={text.submit} ways={<Way label={forgot.back} onTake={back} />}>
      <EmailInput {...form.fieldProps('email')} />
    </AuthForm>
  );
}

/** The text is the same for known and unknown addresses, as the server's answer is. */
function EmailSentView({ email, onStep, onClose }: AuthViewProps) {
  return (
    <div className="stack-16 written" role="status">
      <p className="strong">{email}</p>
      <p>{sent.text}</p>
      <p className="soft-md">{sent.hint}</p>
      <Button className={styles['wide']} onClick={onClose}>
        {sent.close}
      </Button>
      <Way label={sent.again} onTake={() => onStep({ view: 'forgotPassword', email })} />
    </div>
  );
}
