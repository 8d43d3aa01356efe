import { useState } from 'react';
import { useAuthCalls } from '../../../session/auth-calls.js';
import { useAccount } from '../../../session/session-slice.js';
import { useNotices } from '../../../components/notices/notices.js';
import { codeFault, plainCode } from '../../../forms/account-rules.js';
import { refusalOf } from '../../../forms/action-failure.js';
import { CodeInput } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { ResendButton } from '../../../forms/resend-button.js';
import { useForm } from '../../../forms/use-form.js';
import { authTexts } from '../../../texts/account/auth.js';
import styles from './auth-dialog.module.css';
import type { AwaitedConfirmation } from './auth-step.js';
import { HandOverChoice } from './hand-over-choice.js';

const text = authTexts.confirmation;

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
      if (type === 'signup') showNotice({ kind: 'done', text: text.done });
      onClose();
    },
    action: text.confirming,
    // The code is in the mail and can be typed again.
    keepsOpen: false,
    fieldOf: ({ code }) => (code === 'otp_expired' ? 'code' : undefined),
    refusalOf: (failure, action) => {
      const refusal = refusalOf(failure, action);
      return failure.code === 'otp_expired' ? { ...refusal, text: text.codeRefused } : refusal;
    },
  });
  return (
    <>
      <p className={styles['hint']}>{text.to(email)}</p>
      <Form form={form} submit={text.submit}>
        <CodeInput
          hint={leaves ? undefined : text.codeHint}
          label={text.code}
          submits={!leaves}
          {...form.fieldProps('code')}
        />
        {leaves && <HandOverChoice account={account.id} email={email} isChosen={handsOver} onChoose={setHandsOver} />}
      </Form>
      <div className={styles['ways']}>
        <p className={styles['way']}>{text.hint}</p>
        <ResendButton
          action={text}
          alreadyDone={resent}
          done={text.resent}
          email={email}
          label={text.resend}
          type={type}
        />
      </div>
    </>
  );
}
