import { useCountMySitesQuery } from '../../api/sites/count-my-sites.js';
import { useNotices } from '../../components/notices/notices.js';
import { useAuthCalls } from '../../session/auth-calls.js';
import { TextInput } from '../../components/inputs/text-input.js';
import { Form } from '../../forms/form.js';
import { SecondStepFields } from '../../forms/second-step/second-step-fields.js';
import { useForm } from '../../forms/use-form.js';
import { useSecondStep } from '../../forms/second-step/use-second-step.js';
import { settingsTexts } from '../../texts/account/settings.js';
import { Section } from './section.js';

const text = settingsTexts.danger;
const CONFIRMATION = 'DELETE';

/** Deletes the account and every page of it, but only after the word was typed. */
export function DangerTab({ account, onDeleted }: { account: string; onDeleted: () => void }) {
  const { deleteAccount } = useAuthCalls();
  const { showNotice } = useNotices();
  const secondStep = useSecondStep();
  const { data: pages } = useCountMySitesQuery({ account });
  const form = useForm({
    initial: { confirmation: '', code: '' },
    check: ({ confirmation, code }) => ({
      confirmation: confirmation === CONFIRMATION ? undefined : text.rule,
      code: secondStep.fault(code),
    }),
    send: async ({ code }) => {
      await secondStep.before(code, deleteAccount);
      showNotice({ kind: 'done', text: text.done });
      onDeleted();
    },
    action: text,
  });
  return (
    <Section heading={text.heading}>
      <p>{text.lead(pages)}</p>
      <Form button={{ variant: 'danger' }} form={form} submit={text.submit}>
        <TextInput
          autoCapitalize="characters"
          autoComplete="off"
          label={text.confirm}
          required
          spellCheck={false}
          {...form.fieldProps('confirmation')}
        />
        {secondStep.asked && <SecondStepFields choice={secondStep.choice} takesFocus {...form.fieldProps('code')} />}
      </Form>
    </Section>
  );
}
