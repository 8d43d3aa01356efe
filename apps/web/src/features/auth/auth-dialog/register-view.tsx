import { useAccount } from '../../../session/session-slice.js';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { emailFault, newPasswordFault } from '../../../forms/account-rules.js';
import { EmailInput, PasswordInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { paths } from '../../../paths.js';
import { authTexts } from '../../../texts/account/auth.js';
import { texts } from '../../../texts/ja.js';
import styles from './auth-dialog.module.css';
import { type AuthViewProps, Way } from './auth-step.js';

const { register: text, fields } = authTexts;

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
    action: text,
  });

  return (
    <>
      {purpose && <p className={styles['hint']}>{text.purposes[purpose]}</p>}
      {temporary && <p className={styles['hint']}>{text.upgrade}</p>}
      <Form form={form} submit={text.submit}>
        <EmailInput {...form.fieldProps('email')} />
        <PasswordInput autoComplete="new-password" hint={fields.passwordHint} {...form.fieldProps('password')} />
        <p className="note">
          {text.terms.before}
          <a href={paths.terms} rel="noopener" target="_blank">
            {texts.titles.terms}
          </a>
          {text.terms.between}
          <a href={paths.privacy} rel="noopener" target="_blank">
            {texts.titles.privacy}
          </a>
          {text.terms.after}
        </p>
      </Form>
      <div className={styles['ways']}>
        <Way
          before={text.haveAccount}
          label={text.login}
          onTake={() => onStep({ view: 'login', email: form.values.email.trim() })}
        />
      </div>
    </>
  );
}
