import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { emailFault } from '../../../forms/account-rules.js';
import { EmailInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import { type AuthViewProps, Way } from './auth-step.js';

const { forgot: text, emailSent: sent } = authTexts;

/** With these codes the server offers no recovery by mail at all. */
const unavailableCodes: ReadonlySet<string> = new Set(['email_provider_disabled', 'feature_disabled', 'otp_disabled']);

export function ForgotPasswordView({ email: given, onStep }: AuthViewProps) {
  const { sendPasswordReset } = useAuthCalls();
  const form = useForm({
    initial: { email: given },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email: typed }) => {
      const email = typed.trim();
      await sendPasswordReset(email);
      onStep({ view: 'emailSent', email });
    },
    action: text,
  });
  const { refusal } = form;
  const unavailable = refusal !== undefined && unavailableCodes.has(refusal.code);

  return (
    <>
      <p className={styles['hint']}>{text.lead}</p>
      <Form
        form={unavailable ? { ...form, refusal: { ...refusal, text: text.unavailable } } : form}
        submit={text.submit}
      >
        <EmailInput {...form.fieldProps('email')} />
      </Form>
      <div className={styles['ways']}>
        <Way label={text.back} onTake={() => onStep({ view: 'login', email: form.values.email.trim() })} />
      </div>
    </>
  );
}

/** The text is the same for known and unknown addresses, as the server's answer is. */
export function EmailSentView({ email, onStep, onClose }: AuthViewProps) {
  return (
    <div className={styles['outcome']} role="status">
      <p>{sent.to(email)}</p>
      <p className={styles['hint']}>{sent.hint}</p>
      <Button className={styles['wide']} onClick={onClose} variant="primary">
        {sent.close}
      </Button>
      <Way label={sent.again} onTake={() => onStep({ view: 'forgotPassword', email })} />
    </div>
  );
}
