import { useState } from 'react';
import { accountOfSession } from '../../../session/account.js';
import { useAccount } from '../../../session/session-slice.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { ActionButton, useAction } from '../../../forms/action.js';
import { emailFault, newPasswordFault, EmailInput, PasswordInput } from '../../../forms/fields.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import type { AuthView } from '../dialog.js';
import styles from './auth-dialog.module.css';
import { AuthForm, HandOverChoice, Way, type AuthViewProps } from './auth-step.js';
import { screens } from '../../../paths.js';
import { texts } from '../../../texts/ja.js';

const text = authTexts.login;

export function LoginView({ email: given, onStep, onClose }: AuthViewProps) {
  const account = useAccount();
  const [handsOver, setHandsOver] = useState(true);
  const { signIn } = useAuthCalls();
  const form = useForm({
    initial: { email: given, password: '' },
    check: ({ email, password }) => ({
      email: emailFault(email),
      // The rule for the length of new passwords does not apply to signing in.
      password: password === '' ? authTexts.rules.passwordMissing : undefined,
    }),
    send: async ({ email, password }) => {
      const { session } = await signIn(email.trim(), password, handsOver && account.kind === 'temporary');
      if (accountOfSession(session).kind === 'needsMfa') onStep({ view: 'mfa', email: email.trim() });
      else onClose();
    },
    action: text,
  });
  const { email } = form.values;
  const goTo = (view: AuthView) => () => onStep({ view, email: email.trim() });

  return (
    <AuthForm
      form={form}
      submit={text.submit}
      ways={
        <>
          {form.refusal?.code === 'email_not_confirmed' && <Resending email={email.trim()} onStep={onStep} />}
          <Way label={text.forgot} onTake={goTo('forgotPassword')} />
          <Way before={text.noAccount} label={texts.header.register} onTake={goTo('register')} />
        </>
      }
    >
      <EmailInput {...form.fieldProps('email')} />
      <PasswordInput autoComplete="current-password" {...form.fieldProps('password')} />
      {account.kind === 'temporary' && (
        <HandOverChoice
          account={account.id}
          email={emailFault(email) === undefined ? email.trim() : undefined}
          isChosen={handsOver}
          onChoose={setHandsOver}
        />
      )}
    </AuthForm>
  );
}

function Resending({ email, onStep }: Pick<AuthViewProps, 'email' | 'onStep'>) {
  const { resend } = useAuthCalls();
  const sending = useAction(async () => {
    await resend('signup', email);
    onStep({ view: 'confirmation', type: 'signup', email, resent: true });
  }, authTexts.confirmation);
  return (
    <ActionButton action={sending} className={styles['wide']}>
      {authTexts.confirmation.resend}
    </ActionButton>
  );
}

const { register: registerText, fields } = authTexts;

/** Makes a new account, or gives a temporary one an address and a password: its id and pages stay. */
export function RegisterView({ email: given, purpose, onStep, onClose }: AuthViewProps) {
  const temporary = useAccount().kind === 'temporary';
  const { signUp, updateUser } = useAuthCalls();
  const form = useForm({
    initial: { email: given, password: '' },
    check: ({ email, password }) => ({
      email: emailFault(email),
      password: newPasswordFault(password),
    }),
    send: async ({ email: typed, password }) => {
      const email = typed.trim();
      if (temporary) {
        const { user } = await updateUser({ email, password });
        if (user?.new_email) onStep({ view: 'confirmation', type: 'email_change', email, resent: false });
        else onClose();
      } else {
        const { session } = await signUp(email, password);
        if (session) onClose();
        else onStep({ view: 'confirmation', type: 'signup', email, resent: false });
      }
    },
    action: registerText,
  });
  const login = () => onStep({ view: 'login', email: form.values.email.trim() });

  return (
    <AuthForm
      form={form}
      lead={purpose ? registerText.purposes[purpose] : temporary && registerText.upgrade}
      submit={registerText.submit}
      ways={<Way before={registerText.haveAccount} label={registerText.login} onTake={login} />}
    >
      <EmailInput {...form.fieldProps('email')} />
      <PasswordInput autoComplete="new-password" hint={fields.passwordHint} {...form.fieldProps('password')} />
      <p className="note">
        {registerText.terms.before}
        <a href={screens.terms.path} rel="noopener" target="_blank">
          {screens.terms.title}
        </a>
        {registerText.terms.between}
        <a href={screens.privacy.path} rel="noopener" target="_blank">
          {screens.privacy.title}
        </a>
        {registerText.terms.after}
      </p>
    </AuthForm>
  );
}
