import { useState } from 'react';
import { useAuthCalls } from '../../../../session/auth-calls.js';
import { Button } from '../../../../components/buttons/button.js';
import { codeFault, plainCode } from '../../../../forms/account-rules.js';
import { Form } from '../../../../forms/form.js';
import { MfaFields } from '../../../../forms/fields.js';
import { useForm } from '../../../../forms/use-form.js';
import { useFactorChoice } from '../../../../forms/mfa/use-mfa.js';
import { authTexts } from '../../../../texts/account/auth.js';
import { recoveryCodeTexts } from '../../../../texts/account/recovery-codes.js';
import styles from '../auth-dialog.module.css';
import type { AuthViewProps } from '../auth-step.js';
import { RecoveryCodeForm } from './recovery-code-form.js';

const text = authTexts.mfa;

/** The password was right; a code of the authenticator app, or a recovery code, is still missing. */
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
        <Button onClick={() => setRecovers(!recovers)} size="sm" variant="ghost">
          {recovers ? recoveryCodeTexts.use.back : recoveryCodeTexts.use.switchTo}
        </Button>
        <Button onClick={cancel} size="sm" variant="ghost">
          {text.cancel}
        </Button>
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
        <MfaFields choice={choice} takesFocus {...form.fieldProps('code')} />
      </Form>
    </>
  );
}
