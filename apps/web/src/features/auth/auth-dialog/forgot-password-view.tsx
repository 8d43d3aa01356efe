import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { emailFault } from '../../../forms/account-rules.js';
import { EmailInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/auth.js';
import styles from './auth-dialog.module.css';

const text = authTexts.forgot;

/** The server has no recovery by mail at all. */
const unavailableCodes: ReadonlySet<string> = new Set(['email_provider_disabled', 'feature_disabled', 'otp_disabled']);

export interface ForgotPasswordViewProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (email: string) => void;
  onBack: () => void;
}

export function ForgotPasswordView({ email: given, onEmail, onSent, onBack }: ForgotPasswordViewProps) {
  const { sendPasswordReset } = useAuthCalls();
  const form = useForm({
    initial: { email: given },
    check: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email: typed }) => {
      const email = typed.trim();
      onEmail(email);
      await sendPasswordReset(email);
      onSent(email);
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
        <Button onClick={onBack} size="sm" variant="ghost">
          {text.back}
        </Button>
      </div>
    </>
  );
}
