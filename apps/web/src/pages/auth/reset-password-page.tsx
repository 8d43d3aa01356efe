import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CallError } from '../../api/app-config.js';
import { useAuthCalls } from '../../api/use-auth-calls.js';
import { Button } from '../../components/button.js';
import { useOpenDialog } from '../../features/auth/account-dialogs.js';
import { codeFault, newPasswordFault, plainCode } from '../../forms/account-rules.js';
import { CodeInput, PasswordInput } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { authTexts } from '../../texts/auth.js';
import { LinkPage, Outcome } from './link-page.js';
import { useRedirectHome } from './use-redirect-home.js';

const { resetPage: text, fields, rules } = authTexts;

/** `/auth/reset-password?token=…&type=recovery`, from the mail for a forgotten password. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = query.get('token');
  useRedirectHome(done);
  return (
    <LinkPage title={text.title}>
      {done && (
        <Outcome good text={text.done}>
          <p>{text.doneHint}</p>
        </Outcome>
      )}
      {!done && token && query.get('type') === 'recovery' && (
        <NewPasswordForm onDone={() => setDone(true)} token={token} />
      )}
      {!done && !(token && query.get('type') === 'recovery') && (
        <Outcome good={false} text={text.invalid}>
          <p>{text.invalidHint}</p>
        </Outcome>
      )}
    </LinkPage>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { redeem, changePassword, passSecondStep } = useAuthCalls();
  const openDialog = useOpenDialog();
  /** The token works once; what the server then refuses of the password is tried again without it. */
  const redeemed = useRef(false);
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({
    initial: { password: '', passwordAgain: '', code: '' },
    check: ({ password, passwordAgain, code }) => ({
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.passwordsDiffer,
      code: asksForCode ? codeFault(code) : undefined,
    }),
    send: async ({ password, code }) => {
      if (!redeemed.current) await redeem('recovery', token);
      redeemed.current = true;
      if (asksForCode) await passSecondStep(plainCode(code));
      try {
        await changePassword(password);
      } catch (error) {
        if (error instanceof CallError && error.failure.code === 'insufficient_aal') setAsksForCode(true);
        throw error;
      }
      onDone();
    },
    action: text,
  });

  return (
    <>
      <p>{text.lead}</p>
      <Form
        {...form.formProps}
        actions={
          <Button loading={form.working} type="submit" variant="primary">
            {text.submit}
          </Button>
        }
        refusal={form.refusal}
      >
        <PasswordInput
          autoComplete="new-password"
          hint={fields.passwordHint}
          label={fields.newPassword}
          {...form.fieldProps('password')}
        />
        <PasswordInput
          autoComplete="new-password"
          label={fields.newPasswordAgain}
          {...form.fieldProps('passwordAgain')}
        />
        {asksForCode && <CodeInput {...form.fieldProps('code')} />}
      </Form>
      {form.refusal?.code === 'otp_expired' && (
        <Button onClick={() => openDialog({ name: 'auth', view: 'forgotPassword' })}>{text.again}</Button>
      )}
    </>
  );
}
