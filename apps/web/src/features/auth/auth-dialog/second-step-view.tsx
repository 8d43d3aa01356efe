import { useAuthCalls } from '../../../session/auth-calls.js';
import { Button } from '../../../components/buttons/button.js';
import { codeFault, plainCode } from '../../../forms/account-rules.js';
import { Form } from '../../../forms/form.js';
import { SecondStepFields } from '../../../forms/second-step-fields.js';
import { useForm } from '../../../forms/use-form.js';
import { useFactorChoice } from '../../../forms/use-second-step.js';
import { authTexts } from '../../../texts/auth.js';
import styles from './auth-dialog.module.css';
import type { AuthViewProps } from './auth-step.js';

const text = authTexts.secondStep;

/** The password was right; a code of the authenticator app is still missing. */
export function SecondStepView({ email, onStep, onClose }: AuthViewProps) {
  const { passSecondStep, giveUpSecondStep } = useAuthCalls();
  const choice = useFactorChoice(true);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: codeFault(code) }),
    send: async ({ code }) => {
      await passSecondStep(plainCode(code), choice.chosen);
      onClose();
    },
    action: text,
  });
  const cancel = () => {
    void giveUpSecondStep();
    onStep({ view: 'login', email });
  };
  return (
    <>
      <p className={styles['hint']}>{text.lead}</p>
      <Form form={form} submit={text.submit}>
        <SecondStepFields choice={choice} {...form.fieldProps('code')} />
      </Form>
      <div className={styles['ways']}>
        <Button onClick={cancel} size="sm" variant="ghost">
          {text.cancel}
        </Button>
      </div>
    </>
  );
}
