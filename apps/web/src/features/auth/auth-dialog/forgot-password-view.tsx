import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { emailFault } from '../../../forms/account-rules.js';
import { EmailInput } from '../../../forms/fields.js';
import type { ActionTexts } from '../../../forms/action-failure.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import { AuthForm, type AuthViewProps, Way } from './auth-step.js';

const { forgot, emailSent: sent } = authTexts;

/** With these codes the server offers no recovery by mail at all. */
const unavailable = {
  email_provider_disabled: forgot.unavailable,
  feature_disabled: forgot.unavailable,
  otp_disabled: forgot.unavailable,
};

export function ForgotPasswordView(props: AuthViewProps) {
  const { sendPasswordReset } = useAuthCalls();
  const send = async (email: string) => {
    await sendPasswordReset(email);
    props.onStep({ view: 'emailSent', email });
  };
  return <AddressForm {...props} send={send} text={{ ...forgot, ofCode: unavailable }} />;
}

export function ResendView(props: AuthViewProps) {
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
export function EmailSentView({ email, onStep, onClose }: AuthViewProps) {
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
