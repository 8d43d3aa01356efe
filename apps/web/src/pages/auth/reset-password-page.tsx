import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError } from '../../http/app-config.js';
import type { MailLinkToken } from '../../session/links/mail-link-calls.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { Button } from '../../components/buttons/button.js';
import { Loading } from '../../components/loading/loaded-part.js';
import { useOpenDialog } from '../../features/auth/dialog.js';
import { newPasswordFault } from '../../forms/account-rules.js';
import { NewPasswordFields, MfaFields } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { useMfa } from '../../forms/mfa/use-mfa.js';
import { authTexts } from '../../texts/account/auth.js';
import { texts } from '../../texts/ja.js';
import { LinkPage, Outcome, useRedirectHome } from './link-page.js';
import { useMailToken } from './use-mail-token.js';

const { resetPage: text, fields, rules } = authTexts;

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
  const { link, used, markUsed } = useMailToken('recovery');
  const [done, setDone] = useState(false);
  useRedirectHome(done);
  return (
    <LinkPage title={texts.titles.resetPassword}>
      {done && <Outcome good text={text.done} hint={text.doneHint} />}
      {!done && link && <LinkForm link={link} onDone={() => setDone(true)} onUsed={markUsed} />}
      {!done && !link && used && <UsedLink />}
      {!done && !link && !used && (
        <Outcome text={text.invalid} hint={text.invalidHint}>
          <AgainButton />
        </Outcome>
      )}
    </LinkPage>
  );
}

function UsedLink() {
  return (
    <Outcome text={text.used} hint={text.usedHint}>
      <AgainButton />
    </Outcome>
  );
}

interface NewPasswordFormProps {
  link: MailLinkToken;
  onUsed: () => void;
  onDone: () => void;
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
  return isValid ? <NewPasswordForm {...props} /> : <UsedLink />;
}

function NewPasswordForm({ link, onUsed, onDone }: NewPasswordFormProps) {
  const { redeemRecovery, updateUser } = useAuthCalls();
  const mfa = useMfa();
  /** The token works once; a password that the server then refuses is sent again without it. */
  const redeemed = useRef(false);
  const redeemOnce = async () => {
    try {
      await redeemRecovery(link);
      redeemed.current = true;
      onUsed();
    } catch (error) {
      if (error instanceof CallError && usedUpCodes.has(error.failure.code)) onUsed();
      throw error;
    }
  };
  const form = useForm({
    initial: { password: '', passwordAgain: '', code: '' },
    check: ({ password, passwordAgain, code }) => ({
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.passwordsDiffer,
      code: mfa.fault(code),
    }),
    send: async ({ password, code }) => {
      if (!redeemed.current) await redeemOnce();
      await mfa.before(code, () => updateUser({ password }));
      onDone();
    },
    action: text,
  });

  return (
    <>
      <p>{text.lead}</p>
      <Form form={form} submit={text.submit}>
        <NewPasswordFields form={form} labels={{ first: fields.newPassword, again: fields.newPasswordAgain }} />
        {mfa.asked && <MfaFields choice={mfa.choice} takesFocus {...form.fieldProps('code')} />}
      </Form>
      {form.refusal && deadEndCodes.has(form.refusal.code) && <AgainButton />}
    </>
  );
}

function AgainButton() {
  const openDialog = useOpenDialog();
  return <Button onClick={() => openDialog({ name: 'auth', view: 'forgotPassword' })}>{text.again}</Button>;
}
