import { useState } from 'react';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { useNotices } from '../../../components/notices/notices.js';
import { codeFault, plainCode } from '../../../forms/account-rules.js';
import { Form } from '../../../forms/form.js';
import { CodeInput, MfaFields } from '../../../forms/fields.js';
import { useForm } from '../../../forms/use-form.js';
import { useFactorChoice } from '../../../forms/mfa/use-mfa.js';
import { authTexts } from '../../../texts/account/auth.js';
import { recoveryCodeTexts } from '../../../texts/account/recovery-codes.js';
import styles from './auth-dialog.module.css';
import { type AuthViewProps, Way, type AwaitedConfirmation } from './auth-step.js';
import { useAccount } from '../../../session/session-slice.js';
import { refusalOf } from '../../../forms/action-failure.js';
import { ResendButton } from '../../../forms/resend-button.js';
import { HandOverChoice } from './hand-over-choice.js';

const text = authTexts.mfa;
const recoveryText = recoveryCodeTexts.use;

export function MfaView({ email, onStep, onClose }: AuthViewProps) {
  const { cancelMfa } = useAuthCalls();
  const [recovers, setRecovers] = useState(false);
  const cancel = () => {
    void cancelMfa();
    onStep({ view: 'login', email });
  };
  return (
    <>
      {recovers ? <RecoveryCodeForm onDone={onClose} /> : <AppCodeForm onDone={onClose} />}
      <div className={styles['ways']}>
        <Way label={recovers ? recoveryText.back : recoveryText.switchTo} onTake={() => setRecovers(!recovers)} />
        <Way label={text.cancel} onTake={cancel} />
      </div>
    </>
  );
}

function AppCodeForm({ onDone }: { onDone: () => void }) {
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
    <>
      <p className={styles['hint']}>{text.lead}</p>
      <Form form={form} submit={text.submit}>
        <MfaFields choice={choice} submits takesFocus {...form.fieldProps('code')} />
      </Form>
    </>
  );
}

function RecoveryCodeForm({ onDone }: { onDone: () => void }) {
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
    <>
      <p className={styles['hint']}>{recoveryText.lead}</p>
      <Form form={form} submit={recoveryText.submit}>
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
      </Form>
    </>
  );
}

const confirmationText = authTexts.confirmation;

interface ConfirmationNeededViewProps {
  awaited: AwaitedConfirmation & { email: string };
  onClose: () => void;
}

export function ConfirmationNeededView({ awaited: { type, email, resent }, onClose }: ConfirmationNeededViewProps) {
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
    action: confirmationText.confirming,
    // The code is in the mail and can be typed again.
    keepsOpen: false,
    fieldOf: ({ code }) => (code === 'otp_expired' ? 'code' : undefined),
    refusalOf: (failure, action) => {
      const refusal = refusalOf(failure, action);
      return failure.code === 'otp_expired' ? { ...refusal, text: confirmationText.codeRefused } : refusal;
    },
  });
  return (
    <>
      <p className={styles['hint']}>{confirmationText.to(email)}</p>
      <Form form={form} submit={confirmationText.submit}>
        <CodeInput
          hint={leaves ? undefined : confirmationText.codeHint}
          label={confirmationText.code}
          submits={!leaves}
          {...form.fieldProps('code')}
        />
        {leaves && <HandOverChoice account={account.id} email={email} isChosen={handsOver} onChoose={setHandsOver} />}
      </Form>
      <div className={styles['ways']}>
        <p className={styles['way']}>{confirmationText.hint}</p>
        <ResendButton
          action={confirmationText}
          alreadyDone={resent}
          done={confirmationText.resent}
          email={email}
          label={confirmationText.resend}
          type={type}
        />
      </div>
    </>
  );
}
