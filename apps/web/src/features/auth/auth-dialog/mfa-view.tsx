import { useState, type ReactNode } from 'react';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { useNotices } from '../../../components/notices/notices.js';
import { codeFault, plainCode, CodeInput } from '../../../forms/fields.js';
import { useForm } from '../../../forms/use-form.js';
import { MfaFields, useFactorChoice } from '../../../forms/mfa.js';
import { authTexts } from '../../../texts/account/auth.js';
import { recoveryCodeTexts } from '../../../texts/account/recovery-codes.js';
import { AuthForm, HandOverChoice, Way, type AuthViewProps, type AwaitedConfirmation } from './auth-step.js';
import { useAccount } from '../../../session/session-slice.js';
import { ResendButton } from '../../../forms/resend-button.js';

const text = authTexts.mfa;
const recoveryText = recoveryCodeTexts.use;

export function MfaView({ email, onStep, onClose }: AuthViewProps) {
  const { cancelMfa } = useAuthCalls();
  const [recovers, setRecovers] = useState(false);
  const cancel = () => {
    void cancelMfa();
    onStep({ view: 'login', email });
  };
  const ways = (
    <>
      <Way label={recovers ? recoveryText.back : recoveryText.switchTo} onTake={() => setRecovers(!recovers)} />
      <Way label={text.cancel} onTake={cancel} />
    </>
  );
  return recovers ? <RecoveryCodeForm onDone={onClose} ways={ways} /> : <AppCodeForm onDone={onClose} ways={ways} />;
}

interface CodeFormProps {
  onDone: () => void;
  ways: ReactNode;
}

function AppCodeForm({ onDone, ways }: CodeFormProps) {
  const { passMfa } = useAuthCalls();
  const choice = useFactorChoice(true);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeFault(code) }),
    send: async ({ code }) => {
      await passMfa(plainCode(code), choice.chosen);
      onDone();
    },
    action: text,
  });
  return (
    <AuthForm form={form} lead={text.lead} submit={text.submit} ways={ways}>
      <MfaFields choice={choice} submits takesFocus {...form.fieldProps('code')} />
    </AuthForm>
  );
}

function RecoveryCodeForm({ onDone, ways }: CodeFormProps) {
  const { passMfaWithRecoveryCode } = useAuthCalls();
  const { showNotice } = useNotices();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? recoveryText.missing : undefined }),
    send: async ({ code }) => {
      await passMfaWithRecoveryCode(code);
      showNotice({ kind: 'done', text: recoveryText.done, action: 'settings' });
      onDone();
    },
    action: recoveryText,
  });
  return (
    <AuthForm form={form} lead={recoveryText.lead} submit={recoveryText.submit} ways={ways}>
      <CodeInput
        autoCapitalize="none"
        autoComplete="off"
        hint={recoveryText.hint}
        inputMode="text"
        label={recoveryText.field}
        maxLength={32}
        spellCheck={false}
        takesFocus
        {...form.fieldProps('code')}
      />
    </AuthForm>
  );
}

const confirmationText = authTexts.confirmation;

type ConfirmationNeededViewProps = AwaitedConfirmation & Pick<AuthViewProps, 'email' | 'onClose'>;

export function ConfirmationNeededView({ type, email, resent, onClose }: ConfirmationNeededViewProps) {
  const { confirmWithCode } = useAuthCalls();
  const { showNotice } = useNotices();
  const account = useAccount();
  // With the other type the temporary account itself becomes a registered one.
  const leaves = type === 'signup' && account.kind === 'temporary';
  const [handsOver, setHandsOver] = useState(true);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeFault(code) }),
    send: async ({ code }) => {
      await confirmWithCode(type, email, plainCode(code), leaves && handsOver);
      // The session reports a temporary account that became a registered one.
      if (type === 'signup') showNotice({ kind: 'done', text: confirmationText.done });
      onClose();
    },
    action: { ...confirmationText.confirming, ofCode: { otp_expired: confirmationText.codeRefused } },
    // The code is in the mail and can be typed again.
    keepsOpen: false,
    fieldOf: ({ code }) => (code === 'otp_expired' ? 'code' : undefined),
  });
  return (
    <div className="stack-16">
      <p className="strong written">{email}</p>
      <AuthForm
        form={form}
        lead={confirmationText.lead}
        submit={confirmationText.submit}
        ways={
          <div className="stack-12">
            <p className="soft-sm">{confirmationText.hint}</p>
            <ResendButton alreadyDone={resent} email={email} type={type} />
          </div>
        }
      >
        <CodeInput
          hint={leaves ? undefined : confirmationText.codeHint}
          label={confirmationText.code}
          submits={!leaves}
          {...form.fieldProps('code')}
        />
        {leaves && <HandOverChoice account={account.id} email={email} isChosen={handsOver} onChoose={setHandsOver} />}
      </AuthForm>
    </div>
  );
}
