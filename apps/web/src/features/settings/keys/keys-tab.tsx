import { limits, type Scope, DAY_MS } from '@haru/contracts';
import { useRef, useState } from 'react';
import { focusWhenShown } from '../../../components/focus/lost-focus.js';
import { flushSync } from 'react-dom';
import { type ApiKey, type NewApiKey, useCreateApiKeyMutation, useListApiKeysQuery } from '../../../api/account.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { PlusIcon } from '../../../components/icons/icons.js';
import type { Owner } from '../../../session/account.js';
import { keyTexts as text, newKeyTexts as newKeyText, scopeTexts } from '../../../texts/account/keys.js';
import { texts } from '../../../texts/ja.js';
import { useOpenDialog } from '../../auth/dialog.js';
import { NotLoaded, Section } from '../section.js';
import { ApiKeyList, hasEnded } from './api-key-list.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { CopyLine, SecretLink } from '../../../components/sharing/copy-line.js';
import { CheckChoice, ChoiceGroup } from '../../../components/inputs/choices.js';
import { SelectInput, TextInput } from '../../../components/inputs/text-input.js';
import { Form } from '../../../forms/form.js';
import { MfaStep, useMfa } from '../../../forms/mfa.js';
import { useForm } from '../../../forms/use-form.js';

type View = { name: 'list' } | { name: 'form' } | { name: 'made'; made: NewApiKey };

export function KeysTab({ account }: { account: Owner }) {
  const { data: keys, error } = useListApiKeysQuery({ account: account.id });
  const [view, setView] = useState<View>({ name: 'list' });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is removed with its view; a screen reader continues from here.
  const showList = () => {
    flushSync(() => setView({ name: 'list' }));
    heading.current?.focus();
  };

  if (view.name === 'form') {
    return <NewKeyForm onCancel={showList} onMade={(made) => setView({ name: 'made', made })} />;
  }
  if (view.name === 'made') return <MadeKey made={view.made} onKept={showList} />;
  return (
    <Section heading={text.heading} headingRef={heading} lead={text.lead}>
      {account.kind === 'temporary' && <TemporaryHint />}
      {(!keys || error) && <NotLoaded error={error} title={text.loadingFailed} />}
      {keys?.length === 0 && <p>{text.none}</p>}
      {keys && keys.length > 0 && (
        <>
          <p className="note">{text.count(keys.length)}</p>
          <ApiKeyList asks keys={keys} onRevoked={() => heading.current?.focus()} />
        </>
      )}
      {keys && <AddButton keys={keys} onAdd={() => setView({ name: 'form' })} />}
    </Section>
  );
}

function TemporaryHint() {
  const openDialog = useOpenDialog();
  return (
    <p className="note">
      {text.temporary}{' '}
      <LinkButton onClick={() => openDialog({ name: 'auth', view: 'register' })}>{texts.header.register}</LinkButton>
    </p>
  );
}

function AddButton({ keys, onAdd }: { keys: readonly ApiKey[]; onAdd: () => void }) {
  // Making a key deletes those that have ended.
  if (keys.filter((key) => !hasEnded(key)).length >= limits.apiKeysMax) return <p className="note">{text.full}</p>;
  return (
    <Button iconLeft={<PlusIcon />} onClick={onAdd} variant={keys.length === 0 ? 'primary' : 'secondary'}>
      {text.add}
    </Button>
  );
}

function MadeKey({ made, onKept }: { made: NewApiKey; onKept: () => void }) {
  // The key would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, newKeyText.unsaved);
  const scope = (['publish', 'read', 'edit', 'delete'] as const).find((one) => made.scopes.includes(one)) ?? 'read';
  return (
    <Section heading={newKeyText.made(made.name)} headingRef={focusWhenShown}>
      <p className="amber-box" role="status">
        {newKeyText.once}
      </p>
      <SecretLink name={text.heading} url={made.key}>
        <Button onClick={onKept}>{newKeyText.saved}</Button>
      </SecretLink>
      <div className="stack-8">
        <p className="strong">{newKeyText.tries}</p>
        <p className="note">{newKeyText.tryNotes[scope]}</p>
        <CopyLine line={tryLine(scope, made.key)} name={newKeyText.tries} />
      </div>
    </Section>
  );
}

/** Returns the parts of the command, each for a line. The double quotes work in the shells of Windows, too. */
function tryLine(scope: Scope, key: string): string[] {
  const { origin } = window.location;
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const source = `"${origin}/functions/v1/pages/PATH/source"`;
  switch (scope) {
    case 'publish':
      return ['curl --data-binary "@page.html"', authorization, `"${origin}/"`];
    case 'read':
      return ['curl', authorization, `"${origin}/rest/v1/sites?select=title,path&limit=1"`];
    case 'edit':
      return ['curl -T page.html', authorization, '-H "If-Match: *"', source];
    case 'delete':
      return ['curl -X DELETE', authorization, source];
  }
}

const scopes = Object.keys(scopeTexts) as Scope[];

const daysOf = { none: undefined, month: 30, quarter: 90, year: 365 } as const;
type End = keyof typeof daysOf;

const initial = {
  name: '',
  ...({ read: true, publish: true, edit: true, delete: false } satisfies Record<Scope, boolean>),
  end: 'quarter' as End,
  code: '',
};

/** Asks for the second factor where the account has one that this session has not shown. */
function NewKeyForm({ onMade, onCancel }: { onMade: (made: NewApiKey) => void; onCancel: () => void }) {
  const [createApiKey] = useCreateApiKeyMutation();
  const mfa = useMfa();
  const chosen = (values: Record<Scope, boolean>) => scopes.filter((scope) => values[scope]);
  const form = useForm({
    initial,
    check: ({ name, code, ...values }) => ({
      name: name.trim() === '' ? newKeyText.nameMissing : undefined,
      read: chosen(values).length === 0 ? newKeyText.scopesMissing : undefined,
      code: mfa.fault(code),
    }),
    send: async ({ name, end, code, ...values }) => {
      const days = daysOf[end];
      const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS).toISOString();
      const key = { name: name.trim(), scopes: chosen(values), expires_at: expiresAt };
      await mfa.before(code, async () => onMade(await createApiKey(key).unwrap()));
    },
    action: newKeyText.creating,
  });
  const scopesFault = form.faults.read;
  return (
    <Section heading={newKeyText.heading}>
      <Form actions={<Button onClick={onCancel}>{texts.modal.cancel}</Button>} form={form} submit={newKeyText.submit}>
        <TextInput
          ref={focusWhenShown}
          autoComplete="off"
          hint={newKeyText.nameHint}
          label={newKeyText.name}
          maxLength={limits.apiKeyNameMaxLength}
          placeholder={newKeyText.namePlaceholder}
          required
          {...form.fieldProps('name')}
        />
        <ChoiceGroup fault={scopesFault} legend={newKeyText.scopes}>
          {scopes.map((scope) => (
            <CheckChoice
              aria-invalid={scopesFault === undefined ? undefined : true}
              {...form.checkProps(scope)}
              key={scope}
              {...scopeTexts[scope]}
            />
          ))}
        </ChoiceGroup>
        <SelectInput label={newKeyText.end} options={newKeyText.ends} {...form.selectProps('end')} />
        <MfaStep mfa={mfa} {...form.fieldProps('code')} />
      </Form>
    </Section>
  );
}
