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
import { type AuthViewProps, Way } from './auth-step.js';

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
