import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { emailFault } from '../../../forms/account-rules.js';
import { EmailInput } from '../../../forms/fields.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import { AuthForm, type AuthViewProps, Way } from './auth-step.js';

const { forgot: text, emailSent: sent } = authTexts;

/** With these codes the server offers no recovery by mail at all. */
const unavailable = {
  email_provider_disabled: text.unavailable,
  feature_disabled: text.unavailable,
  otp_disabled: text.unavailable,
};

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
    action: { ...text, ofCode: unavailable },
  });
  const back = () => onStep({ view: 'login', email: form.values.email.trim() });
  return (
    <AuthForm form={form} lead={text.lead} submit={text.submit} ways={<Way label={text.back} onTake={back} />}>
      <EmailInput {...form.fieldProps('email')} />
    </AuthForm>
  );
}

/** The text is the same for known and unknown addresses, as the server's answer is. */
export function EmailSentView({ email, onStep, onClose }: AuthViewProps) {
  return (
    <div className="stack-16 written" role="status">
      <p>{sent.to(email)}</p>
      <p className="soft-md">{sent.hint}</p>
      <Button className={styles['wide']} onClick={onClose} variant="primary">
        {sent.close}
      </Button>
      <Way label={sent.again} onTake={() => onStep({ view: 'forgotPassword', email })} />
    </div>
  );
}
