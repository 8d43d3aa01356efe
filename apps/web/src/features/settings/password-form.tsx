import { useState } from 'react';
import { CallError } from '../../api/app-config.js';
import { useAuthCalls } from '../../api/use-auth-calls.js';
import { Button } from '../../components/button.js';
import { DoneNotice } from '../../components/notice.js';
import { codeFault, newPasswordFault, plainCode } from '../../forms/account-rules.js';
import { CodeInput, HiddenUsername, PasswordInput } from '../../forms/fields.js';
import { Form } from '../../forms/form.js';
import { SecondStepFields } from '../../forms/second-step-fields.js';
import { useForm } from '../../forms/use-form.js';
import { useSecondStep } from '../../forms/use-second-step.js';
import { authTexts } from '../../texts/auth.js';
import { settingsTexts } from '../../texts/settings.js';
import styles from './settings.module.css';

const { fields, rules } = authTexts;
const text = settingsTexts.security;

/** A server may ask for a code from a mail before it takes the new password; the field appears only then. */
export function PasswordForm({ email }: { email: string }) {
  const { changePassword, reauthenticate } = useAuthCalls();
  const [asksForCode, setAsksForCode] = useState(false);
  const [changed, setChanged] = useState(false);
  const secondStep = useSecondStep();
  const form = useForm({
    initial: { password: '', passwordAgain: '', nonce: '', code: '' },
    check: ({ password, passwordAgain, nonce, code }) => ({
      password: newPasswordFault(password),
      passwordAgain: password === passwordAgain ? undefined : rules.newPasswordsDiffer,
      nonce: asksForCode ? codeFault(nonce) : undefined,
      code: secondStep.fault(code),
    }),
    send: async ({ password, nonce, code }) => {
      setChanged(false);
      try {
        await secondStep.before(code, () => changePassword(password, asksForCode ? plainCode(nonce) : undefined));
      } catch (error) {
        const needsCode = error instanceof CallError && error.failure.code === 'reauthentication_needed';
        if (needsCode && !asksForCode) {
          await reauthenticate();
          setAsksForCode(true);
        }
        throw error;
      }
      setAsksForCode(false);
      setChanged(true);
      form.reset();
    },
    action: text.password,
  });

  return (
    <section aria-labelledby="password-heading" className={styles['section']}>
      <h3 className={styles['heading']} id="password-heading">
        {text.passwordHeading}
      </h3>
      <Form
        {...form.formProps}
        actions={
          <Button loading={form.working} type="submit" variant="primary">
            {text.submit}
          </Button>
        }
        refusal={form.refusal}
      >
        <HiddenUsername email={email} />
        <PasswordInput
          autoComplete="new-password"
          hint={fields.passwordHint}
          label={fields.newPassword}
          {...form.fieldProps('password')}
        />
        <PasswordInput
          autoComplete="new-password"
          label={fields.newPasswordAgain}
          {...form.fieldProps('passwordAgain')}
        />
        {asksForCode && <CodeInput hint={text.nonceHint} label={text.nonce} takesFocus {...form.fieldProps('nonce')} />}
        {secondStep.asked && <SecondStepFields choice={secondStep.choice} takesFocus {...form.fieldProps('code')} />}
      </Form>
      {changed && <DoneNotice>{text.changed}</DoneNotice>}
    </section>
  );
}
