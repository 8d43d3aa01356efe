import { useNotices } from '../../../../components/notices/notices.js';
import { CodeInput } from '../../../../forms/fields.js';
import { Form } from '../../../../forms/form.js';
import { useForm } from '../../../../forms/use-form.js';
import { useRecoveryCodeCalls } from '../../../../session/recovery-code-calls.js';
import { recoveryCodeTexts } from '../../../../texts/account/recovery-codes.js';
import styles from '../auth-dialog.module.css';

const text = recoveryCodeTexts.use;

/** A recovery code replaces the authenticator app's code. */
export function RecoveryCodeForm({ onDone }: { onDone: () => void }) {
  const calls = useRecoveryCodeCalls();
  const { showNotice } = useNotices();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? text.missing : undefined }),
    send: async ({ code }) => {
      await calls.use(code);
      showNotice({ kind: 'done', text: text.done, action: 'settings' });
      onDone();
    },
    action: text,
  });
  return (
    <>
      <p className={styles['hint']}>{text.lead}</p>
      <Form form={form} submit={text.submit}>
        <CodeInput
          autoCapitalize="none"
          autoComplete="off"
          hint={text.hint}
          inputMode="text"
          label={text.field}
          maxLength={32}
          spellCheck={false}
          takesFocus
          {...form.fieldProps('code')}
        />
      </Form>
    </>
  );
}
