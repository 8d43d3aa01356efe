import { useId, useState, useRef } from 'react';
import { codeOfError } from '../../http/failure.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { LinkButton } from '../../components/buttons/button.js';
import { DoneNotice, Refused } from '../../components/notices/notice.js';
import { useAction } from '../../forms/action.js';
import {
  codeFault,
  newPasswordFault,
  plainCode,
  CodeInput,
  NewPasswordFields,
  PasswordInput,
} from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { MfaStep, useMfa } from '../../forms/mfa.js';
import { authTexts } from '../../texts/account/auth.js';
import { settingsTexts } from '../../texts/account/settings.js';
import { Section } from './section.js';
import { useListApiKeysQuery } from '../../api/account.js';
import { keyTexts } from '../../texts/account/keys.js';
import { ApiKeyList } from './keys/api-key-list.js';

const { fields, rules } = authTexts;
const text = settingsTexts.security;

/** A code from a mail is valid for this time. */
const MAIL_PROOF_MS = 3_600_000;

/** It proves that the owner asks. `session`: a mail began the session a moment ago, so nothing more is asked. */
type Proof = 'session' | 'password' | 'code';

interface PasswordFormProps {
  account: string;
  email: string;
  mailReadAt?: number | undefined;
}

/** It asks for the current password, or for a code from a mail if the person does not remember it. */
export function PasswordForm({ account, email, mailReadAt = 0 }: PasswordFormProps) {
  const { updateUser, reauthenticate } = useAuthCalls();
  const [proof, setProof] = useState<Proof>(() => (Date.now() - mailReadAt < MAIL_PROOF_MS ? 'session' : 'password'));
  const [changed, setChanged] = useState(false);
  const mfa = useMfa();
  const mailCode = async () => {
    await reauthenticate();
    setProof('code');
  };
  const mailing = useAction(mailCode, text.mailing);
  const hint = useId();
  const form = useForm({
    initial: { currentPassword: '', nonce: '', password: '', passwordAgain: '', code: '' },
    check: ({ currentPassword, nonce, password, passwordAgain, code }) => ({
      currentPassword: proof === 'password' && currentPassword === '' ? rules.passwordMissing : undefined,
      nonce: proof === 'code' ? codeFault(nonce) : undefined,
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.newPasswordsDiffer,
      code: mfa.fault(code),
    }),
    send: async ({ currentPassword, nonce, password, code }) => {
      setChanged(false);
      const given = { session: {}, password: { current_password: currentPassword }, code: { nonce: plainCode(nonce) } }[
        proof
      ];
      try {
        await mfa.before(code, () => updateUser({ password, ...given }));
      } catch (error) {
        await askForMore(error);
        throw error;
      }
      setProof('password');
      setChanged(true);
      form.reset();
    },
    action: text.password,
  });

  const askForMore = async (error: unknown) => {
    const code = codeOfError(error);
    if (code === 'current_password_required') setProof('password');
    if (code === 'reauthentication_needed' && proof !== 'code') await mailCode();
  };

  return (
    <Section heading={text.passwordHeading}>
      <Form form={form} submit={text.submit}>
        {/* It tells password managers whose password it is. */}
        <input autoComplete="username" hidden name="username" readOnly type="email" value={email} />
        {proof === 'password' && (
          <>
            <PasswordInput
              autoComplete="current-password"
              label={fields.currentPassword}
              {...form.fieldProps('currentPassword')}
            />
            <div>
              <LinkButton
                aria-busy={mailing.working || undefined}
                aria-describedby={hint}
                className="touch-link"
                disabled={form.working}
                onClick={mailing.working ? undefined : mailing.run}
              >
                {text.mailCode}
              </LinkButton>
              <p className="note" id={hint}>
                {text.mailCodeHint}
              </p>
              <Refused refusal={mailing.refusal} />
            </div>
          </>
        )}
        {proof === 'code' && (
          <CodeInput hint={text.nonceHint} label={text.nonce} takesFocus {...form.fieldProps('nonce')} />
        )}
        <NewPasswordFields form={form} />
        <MfaStep mfa={mfa} {...form.fieldProps('code')} />
      </Form>
      {changed && (
        <>
          <DoneNotice>{text.changed}</DoneNotice>
          <KeysAfterPassword account={account} />
        </>
      )}
    </Section>
  );
}

/** A changed password leaves the API keys valid: each can be revoked here with one press. */
function KeysAfterPassword({ account }: { account: string }) {
  const { data: keys = [] } = useListApiKeysQuery({ account });
  const lead = useRef<HTMLParagraphElement>(null);
  if (keys.length === 0) return null;
  return (
    <div className="stack-8">
      <p className="note" ref={lead} tabIndex={-1}>
        {keyTexts.afterPassword}
      </p>
      <ApiKeyList asks={false} keys={keys} onRevoked={() => lead.current?.focus()} />
    </div>
  );
}
