import { useDispatch } from 'react-redux';
import { noticeShown } from '../../api/app-notice.js';
import { useAuthCalls } from '../../api/use-auth-calls.js';
import { Button } from '../../components/button.js';
import { TextInput } from '../../components/text-input.js';
import { Form } from '../../forms/form.js';
import { useForm } from '../../forms/use-form.js';
import { settingsTexts } from '../../texts/settings.js';
import styles from './settings.module.css';

const text = settingsTexts.danger;
const CONFIRMATION = 'DELETE';

/** Deleting the account, and with it every page; only for who types the word. */
export function DangerTab({ onDeleted }: { onDeleted: () => void }) {
  const { deleteAccount } = useAuthCalls();
  const dispatch = useDispatch();
  const form = useForm({
    initial: { confirmation: '' },
    check: ({ confirmation }) => ({ confirmation: confirmation === CONFIRMATION ? undefined : text.rule }),
    send: async () => {
      await deleteAccount();
      dispatch(noticeShown({ kind: 'done', text: text.done }));
      onDeleted();
    },
    action: text,
  });
  return (
    <section aria-labelledby="danger-heading" className={styles['section']}>
      <h3 className={styles['heading']} id="danger-heading">
        {text.heading}
      </h3>
      <p>{text.lead}</p>
      <Form
        {...form.formProps}
        actions={
          <Button loading={form.working} type="submit" variant="danger">
            {text.submit}
          </Button>
        }
        refusal={form.refusal}
      >
        <TextInput
          autoCapitalize="characters"
          autoComplete="off"
          label={text.confirm}
          required
          spellCheck={false}
          {...form.fieldProps('confirmation')}
        />
      </Form>
    </section>
  );
}
