import { useState, type ChangeEvent } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '@haru/contracts';
import { Button } from '../components/buttons/button.js';
import { focusWhenShown } from '../components/focus/lost-focus.js';
import { TextInput, type TextInputProps } from '../components/inputs/text-input.js';
import { authTexts } from '../texts/account/auth.js';
import styles from './fields.module.css';
import type { FormState } from './use-form.js';

const { fields, rules } = authTexts;

type PasswordForm = Pick<FormState<Record<'password' | 'passwordAgain', string>>, 'fieldProps'>;

type FieldProps = Omit<TextInputProps, 'label' | 'type'> & { label?: string };

/** Password managers store the password under the `username`. */
export function EmailInput({ label = fields.email, ...rest }: FieldProps) {
  return (
    <TextInput
      autoCapitalize="none"
      autoComplete="username"
      inputMode="email"
      label={label}
      required
      spellCheck={false}
      {...rest}
      type="email"
    />
  );
}

/** It is for an answer by mail. */
export const OptionalEmailInput = (props: FieldProps) => (
  <EmailInput autoComplete="email" required={false} {...props} />
);

export function PasswordInput({
  label = fields.password,
  ...rest
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoCapitalize="none"
      label={label}
      required
      spellCheck={false}
      suffix={
        <Button
          aria-label={`${fields.showPassword}（${label}）`}
          aria-pressed={shown}
          className={styles['toggle']}
          onClick={() => setShown(!shown)}
          size="sm"
          variant="ghost"
        >
          {fields.show}
        </Button>
      }
      {...rest}
      type={shown ? 'text' : 'password'}
    />
  );
}

export function NewPasswordFields({ form }: { form: PasswordForm }) {
  return (
    <>
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
    </>
  );
}

export interface CodeInputProps extends FieldProps {
  /** It appears after a refusal. */
  takesFocus?: boolean;
  /** The sixth digit submits the form, which has no other field. */
  submits?: boolean;
}

export function CodeInput({
  label = fields.code,
  takesFocus = false,
  submits = false,
  onChange,
  ...rest
}: CodeInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { form, value } = event.target;
    // The form submits the values of its last render.
    flushSync(() => onChange?.(event));
    if (submits && codeFault(value) === undefined) form?.requestSubmit();
  };
  return (
    <TextInput
      ref={takesFocus ? focusWhenShown : undefined}
      autoComplete="one-time-code"
      className={styles['code']}
      hint={fields.codeHint}
      inputMode="numeric"
      label={label}
      maxLength={12}
      onChange={change}
      required
      {...rest}
      type="text"
    />
  );
}

/** Browsers check `type=email` with this pattern. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function emailFault(email: string): string | undefined {
  if (email.trim() === '') return rules.emailMissing;
  if (!emailPattern.test(email.trim())) return rules.emailWrong;
  return email.trim().length > limits.emailMaxLength ? rules.emailTooLong : undefined;
}

export function newPasswordFault(password: string): string | undefined {
  if (password === '') return rules.passwordMissing;
  if (password.length < limits.passwordMinLength) return rules.passwordShort;
  return new TextEncoder().encode(password).length > limits.passwordMaxBytes ? rules.passwordLong : undefined;
}

/** Japanese keyboards make full-width digits, and copying adds spaces; the server accepts neither. */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replace(/\s/g, '');
}

export function codeFault(typed: string): string | undefined {
  return /^\d{6}$/.test(plainCode(typed)) ? undefined : rules.codeWrong;
}
