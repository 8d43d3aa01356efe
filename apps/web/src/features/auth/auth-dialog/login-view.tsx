import { accountOfSession } from '../../../session/account.js';
import { useAccount } from '../../../session/session-slice.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { ErrorNotice } from '../../../components/notices/notice.js';
import { emailFault } from '../../../forms/account-rules.js';
import { EmailInput, PasswordInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useAction } from '../../../forms/use-action.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/auth.js';
import styles from './auth-dialog.module.css';

const text = authTexts.login;

export interface LoginViewProps {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: () => void;
  onSecondStep: () => void;
  onForgot: () => void;
  onRegister: () => void;
  /** The confirmation mail was sent once more to this address. */
  onResent: (email: string) => void;
}

export function LoginView(props: LoginViewProps) {
  const account = useAccount();
  const { signIn } = useAuthCalls();
  const form = useForm({
    initial: { email: props.email, password: '' },
    check: ({ email, password }) => ({
      email: emailFault(email),
      // How long it once had to be is no business of signing in.
      password: password === '' ? authTexts.rules.passwordMissing : undefined,
    }),
    send: async ({ email, password }) => {
      const { session } = await signIn(email.trim(), password);
      if (accountOfSession(session).kind === 'secondStep') props.onSecondStep();
      else props.onSignedIn();
    },
    action: text,
  });
  const { email } = form.values;
  /** Carries the address over, so that it is typed once. */
  const leaveTo = (go: () => void) => () => {
    props.onEmail(email.trim());
    go();
  };

  return (
    <>
      {account.kind === 'temporary' && <p className={styles['hint']}>{text.temporary}</p>}
      <Form form={form} submit={text.submit}>
        <EmailInput {...form.fieldProps('email')} />
        <PasswordInput autoComplete="current-password" {...form.fieldProps('password')} />
      </Form>
      {form.refusal?.code === 'email_not_confirmed' && <Resending email={email.trim()} onResent={props.onResent} />}
      <div className={styles['ways']}>
        <Button onClick={leaveTo(props.onForgot)} size="sm" variant="ghost">
          {text.forgot}
        </Button>
        <p className={styles['way']}>
          {text.noAccount}
          <Button onClick={leaveTo(props.onRegister)} size="sm" variant="ghost">
            {text.register}
          </Button>
        </p>
      </div>
    </>
  );
}

/** Sends the confirmation mail once more, or says why not yet. */
function Resending({ email, onResent }: { email: string; onResent: (email: string) => void }) {
  const { resend } = useAuthCalls();
  const sending = useAction(async () => {
    await resend('signup', email);
    onResent(email);
  }, authTexts.confirmation);
  return (
    <>
      <Button className={styles['wide']} loading={sending.working} onClick={sending.run}>
        {text.resend}
      </Button>
      {sending.refusal && <ErrorNotice title={sending.refusal.title}>{sending.refusal.text}</ErrorNotice>}
    </>
  );
}
