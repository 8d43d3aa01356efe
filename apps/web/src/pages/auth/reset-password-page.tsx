import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { AuthButton } from '../../features/auth/auth-button.js';
import { newPasswordFault, NewPasswordFields } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { MfaStep, useMfa } from '../../forms/mfa.js';
import { authTexts } from '../../texts/account/auth.js';
import { screens } from '../../paths.js';
import { MailLinkPage, Outcome, redeemOnce, useRedirectHome } from './link-page.js';

const { resetPage: text, rules } = authTexts;
const again = (
  <AuthButton variant="primary" view="forgotPassword">
    {text.again}
  </AuthButton>
);
const usedLink = (
  <Outcome text={text.used} hint={text.usedHint}>
    {again}
  </Outcome>
);

/** After these refusals only another mail helps: the link, or the session it began, has ended. */
const deadEndCodes: ReadonlySet<string> = new Set([
  'otp_expired',
  'SESSION_KEPT',
  'SIGN_IN_DECLINED',
  'session_not_found',
  'session_expired',
  'refresh_token_not_found',
  'mfa_factor_not_found',
]);

/** After these refusals the link cannot be used again. */
const usedUpCodes: ReadonlySet<string> = new Set(['otp_expired', 'SESSION_KEPT', 'SIGN_IN_DECLINED']);

/** The mail for a forgotten password links to `/auth/reset-password?token=…&type=recovery`. */
export function ResetPasswordPage() {
  const title = screens.resetPassword.title;
  return (
    <MailLinkPage next={again} texts={text} title={title} type="recovery" used={usedLink}>
      {(link, onUsed) => <LinkForm link={link} onUsed={onUsed} />}
    </MailLinkPage>
  );
}

interface NewPasswordFormProps {
  link: MailLinkToken;
  onUsed: () => void;
}

/** Checks the link before anything is typed. Without an answer the form is shown: sending it checks the link. */
function LinkForm(props: NewPasswordFormProps) {
  const { isResetLinkValid } = useAuthCalls();
  const [isValid, setIsValid] = useState<boolean>();
  const check = useEffectEvent(() => isResetLinkValid(props.link));
  useEffect(() => {
    void check().then(setIsValid, () => setIsValid(true));
  }, []);
  if (isValid === undefined) return <Loading />;
  return isValid ? <NewPasswordForm {...props} /> : usedLink;
}

function NewPasswordForm({ link, onUsed }: NewPasswordFormProps) {
  const { redeemRecovery, updateUser } = useAuthCalls();
  const mfa = useMfa();
  const [done, setDone] = useState(false);
  useRedirectHome(done);
  /** The token works once; a password that the server then refuses is sent again without it. */
  const redeemed = useRef(false);
  const form = useForm({
    initial: { password: '', passwordAgain: '', code: '' },
    check: ({ password, passwordAgain, code }) => ({
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.passwordsDiffer,
      code: mfa.fault(code),
    }),
    send: async ({ password, code }) => {
      if (!redeemed.current) await redeemOnce(() => redeemRecovery(link), usedUpCodes, onUsed);
      redeemed.current = true;
      await mfa.before(code, () => updateUser({ password }));
      setDone(true);
    },
    action: text,
  });

  if (done) return <Outcome tone="good" text={text.done} hint={text.doneHint} />;
  if (form.refusal && deadEndCodes.has(form.refusal.code)) {
    return (
      <Outcome text={text.failed} hint={form.refusal.text}>
        {again}
      </Outcome>
    );
  }
  return (
    <Form form={form} submit={text.submit}>
      <NewPasswordFields form={form} />
      <MfaStep mfa={mfa} {...form.fieldProps('code')} />
    </Form>
  );
}
