import { useAccount } from '../../../session/session-slice.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { emailFault, newPasswordFault } from '../../../forms/account-rules.js';
import { EmailInput, NewPasswordFields } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import type { AuthViewProps } from './auth-step.js';

const { register: text, fields, rules } = authTexts;

/** Makes a new account, or gives a temporary one an address and a password: its id and pages stay. */
export function RegisterView({ email: given, onStep, onClose }: AuthViewProps) {
  const temporary = useAccount().kind === 'temporary';
  const { signUp, updateUser } = useAuthCalls();
  const form = useForm({
    initial: { email: given, password: '', passwordAgain: '' },
    check: ({ email, password, passwordAgain }) => ({
      email: emailFault(email),
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.passwordsDiffer,
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
    action: text,
  });

  return (
    <>
      {temporary && <p className={styles['hint']}>{text.upgrade}</p>}
      <Form form={form} submit={text.submit}>
        <EmailInput {...form.fieldProps('email')} />
        <NewPasswordFields form={form} labels={{ first: fields.password, again: fields.passwordAgain }} />
      </Form>
      <div className={styles['ways']}>
        <p className={styles['way']}>
          {text.haveAccount}
          <Button onClick={() => onStep({ view: 'login', email: form.values.email.trim() })} size="sm" variant="ghost">
            {text.login}
          </Button>
        </p>
      </div>
    </>
  );
}
