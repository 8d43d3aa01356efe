import { DAY_MS, limits, type Scope } from '@haru/contracts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/buttons/button.js';
import { ChoiceGroup } from '../../../components/inputs/choice-group.js';
import { CheckChoice } from '../../../components/inputs/radio-choice.js';
import { SelectInput } from '../../../components/inputs/select-input.js';
import { TextInput } from '../../../components/inputs/text-input.js';
import { MfaFields } from '../../../forms/fields.js';
import { Form } from '../../../forms/form.js';
import { useMfa } from '../../../forms/mfa/use-mfa.js';
import { useForm } from '../../../forms/use-form.js';
import { type NewApiKey, useKeyCalls } from '../../../session/key-calls.js';
import { keyTexts, newKeyTexts as text, scopeTexts } from '../../../texts/account/keys.js';
import { Section } from '../section.js';

const scopes = Object.keys(scopeTexts) as Scope[];

const daysOf = { none: undefined, month: 30, quarter: 90, year: 365 } as const;
type End = keyof typeof daysOf;

const initial = {
  name: '',
  ...({ read: true, publish: true, edit: true, delete: false } satisfies Record<Scope, boolean>),
  end: 'none' as End,
  code: '',
};

/** Asks for the second factor where the account has one that this session has not shown. */
export function NewKeyForm({ onMade, onCancel }: { onMade: (made: NewApiKey) => void; onCancel: () => void }) {
  const { createApiKey } = useKeyCalls();
  const mfa = useMfa();
  const name = useRef<HTMLInputElement>(null);
  // The pressed button is removed with its view.
  useEffect(() => name.current?.focus(), []);
  const chosen = (values: Record<Scope, boolean>) => scopes.filter((scope) => values[scope]);
  const form = useForm({
    initial,
    check: ({ name, code, ...values }) => ({
      name: name.trim() === '' ? text.nameMissing : undefined,
      read: chosen(values).length === 0 ? text.scopesMissing : undefined,
      code: mfa.fault(code),
    }),
    send: async ({ name, end, code, ...values }) => {
      const days = daysOf[end];
      const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS);
      await mfa.before(code, async () =>
        onMade(await createApiKey({ name: name.trim(), scopes: chosen(values), expiresAt })),
      );
    },
    action: text.creating,
  });
  const scopesFault = form.faults.read;
  return (
    <Section heading={text.heading}>
      <Form actions={<Button onClick={onCancel}>{keyTexts.cancel}</Button>} form={form} submit={text.submit}>
        <TextInput
          ref={name}
          autoComplete="off"
          hint={text.nameHint}
          label={text.name}
          maxLength={limits.apiKeyNameMaxLength}
          placeholder={text.namePlaceholder}
          required
          {...form.fieldProps('name')}
        />
        <ChoiceGroup fault={scopesFault} legend={text.scopes}>
          {scopes.map((scope) => (
            <CheckChoice
              aria-invalid={scopesFault === undefined ? undefined : true}
              {...form.checkProps(scope)}
              key={scope}
              {...scopeTexts[scope]}
            />
          ))}
        </ChoiceGroup>
        <SelectInput label={text.end} options={text.ends} {...form.selectProps('end')} />
        {mfa.asked && <MfaFields choice={mfa.choice} takesFocus {...form.fieldProps('code')} />}
      </Form>
    </Section>
  );
}
