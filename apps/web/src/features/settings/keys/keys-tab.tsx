import { limits, type Scope } from '@haru/contracts';
import { useRef, useState, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { type ApiKey, useListApiKeysQuery } from '../../../api/account.js';
import { Button, LinkButton } from '../../../components/buttons/button.js';
import { PlusIcon } from '../../../components/icons/icons.js';
import { CallFailureNotice } from '../../../components/notices/load-failure.js';
import type { Owner } from '../../../session/account.js';
import type { NewApiKey } from '../../../session/key-calls.js';
import { keyTexts as text, newKeyTexts as madeText } from '../../../texts/account/keys.js';
import { texts } from '../../../texts/ja.js';
import { useOpenDialog } from '../../auth/dialog.js';
import { Section } from '../section.js';
import { ApiKeyList, hasEnded } from './api-key-list.js';
import { NewKeyForm } from './new-key-form.js';
import { useKeepOpen } from '../../../components/dialog/keep-open.js';
import { CopyLine } from '../../../components/sharing/copy-line.js';
import { SecretLink } from '../../../components/sharing/secret-link.js';
import styles from '../settings.module.css';

type View = { name: 'list' } | { name: 'form' } | { name: 'made'; made: NewApiKey };

export function KeysTab({ account }: { account: Owner }) {
  const { data: keys, error, refetch } = useListApiKeysQuery({ account: account.id });
  const [view, setView] = useState<View>({ name: 'list' });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is removed with its view; a screen reader continues from here.
  const showList = () => {
    flushSync(() => setView({ name: 'list' }));
    heading.current?.focus();
  };

  if (view.name === 'form') {
    return (
      <NewKeyForm
        onCancel={showList}
        onMade={(made) => {
          setView({ name: 'made', made });
          void refetch();
        }}
      />
    );
  }
  if (view.name === 'made') return <MadeKey made={view.made} onKept={showList} />;
  return (
    <Section heading={text.heading} headingRef={heading}>
      <p className="note">{text.lead}</p>
      {account.kind === 'temporary' && <TemporaryHint />}
      {!keys && !error && <p className="note">{texts.loading}</p>}
      <CallFailureNotice error={error} title={text.loadingFailed} />
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
      <LinkButton onClick={() => openDialog({ name: 'auth', view: 'register' })}>{text.register}</LinkButton>
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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The key would be lost if Esc or the backdrop closed the dialog.
  useKeepOpen(true, madeText.unsaved);
  const scope = (['publish', 'read', 'edit', 'delete'] as const).find((one) => made.scopes.includes(one)) ?? 'read';
  return (
    <Section heading={madeText.made(made.name)} headingRef={heading}>
      <p role="status">{madeText.once}</p>
      <SecretLink texts={{ ...madeText, link: madeText.key }} url={made.key}>
        <Button onClick={onKept}>{madeText.saved}</Button>
      </SecretLink>
      <div className="stack-8">
        <p className={styles['name']}>{madeText.tries}</p>
        <p className="note">{madeText.tryNotes[scope]}</p>
        <CopyLine line={tryLine(scope, made.key)} name={madeText.tries} />
      </div>
    </Section>
  );
}

/** The double quotes work in the shells of Windows, too. */
function tryLine(scope: Scope, key: string): string {
  const { origin } = window.location;
  const authorization = `-H "Authorization: Bearer ${key}"`;
  const source = `"${origin}/functions/v1/pages/PATH/source"`;
  switch (scope) {
    case 'publish':
      return `curl --data-binary "@page.html" ${authorization} "${origin}/"`;
    case 'read':
      return `curl ${authorization} "${origin}/rest/v1/sites?select=title,path&limit=1"`;
    case 'edit':
      return `curl -T page.html ${authorization} -H "If-Match: *" ${source}`;
    case 'delete':
      return `curl -X DELETE ${authorization} ${source}`;
  }
}
